"""Real files as three.js poses them; threejs_differences.tsv explains those that it poses otherwise."""
import unittest

import rigpack_test as t
import threejs

SHARED = t.shared()
# Several skins, morph targets, STEP and CUBICSPLINE, rigid meshes under joints, integer weights, quantised
# meshes, sparse accessors, missing inverse binds, sixty skinned animals, robots and people.
ALIKE = [
    "corpus/BabylonJS+MeshesLibrary/Demos/retargeting/riggedMesh.glb",
    "corpus/BabylonJS+MeshesLibrary/vintageDeskFan/vintageFan_animated.gltf",
    "corpus/DRx3D+glTF-Sample-Assets-OLD/Models/AnimatedMorphCube/glTF-Quantized/AnimatedMorphCube.gltf",
    "corpus/DRx3D+glTF-Sample-Assets-OLD/Models/CesiumMan/glTF-Binary/CesiumMan.glb",
    "corpus/DRx3D+glTF-Sample-Assets-OLD/Models/InterpolationTest/glTF-Binary/InterpolationTest.glb",
    "corpus/DRx3D+glTF-Sample-Assets-OLD/Models/MorphStressTest/glTF-Binary/MorphStressTest.glb",
    "corpus/DRx3D+glTF-Sample-Assets-OLD/Models/RiggedSimple/glTF-Binary/RiggedSimple.glb",
    "corpus/KayKit-Game-Assets+KayKit-Character-Pack-Adventures-1.0/addons/kaykit_character_pack_adventures/Characters/gltf/Knight.glb",
    "corpus/bevyengine+bevy/assets/models/animated/Fox.glb",
    "corpus/bghgary+glTF-Asset-Generator/Output/Positive/Animation_Node/Animation_Node_03.gltf",
    "corpus/bghgary+glTF-Asset-Generator/Output/Positive/Animation_Skin/Animation_Skin_00.gltf",
    "corpus/bghgary+glTF-Asset-Generator/Output/Positive/Animation_Skin/Animation_Skin_02.gltf",
    "corpus/bghgary+glTF-Asset-Generator/Output/Positive/Animation_Skin/Animation_Skin_04.gltf",
    "corpus/bghgary+glTF-Asset-Generator/Output/Positive/Animation_Skin/Animation_Skin_06.gltf",
    "corpus/bghgary+glTF-Asset-Generator/Output/Positive/Animation_Skin/Animation_Skin_10.gltf",
    "corpus/bghgary+glTF-Asset-Generator/Output/Positive/Animation_SkinType/Animation_SkinType_01.gltf",
    "corpus/bghgary+glTF-Asset-Generator/Output/Positive/Animation_SkinType/Animation_SkinType_02.gltf",
    "corpus/facebookincubator+momentum/momentum/test/resources/model_with_motion.glb",
    "corpus/facebookincubator+momentum/momentum/test/resources/skeleton_non_joint_root.glb",
    "corpus/gltf-rs+gltf/tests/box_sparse.glb",
    "corpus/godotengine+godot-demo-projects/3d/platformer/enemy/enemy.glb",
    "corpus/immersive-web+webxr-input-profiles/packages/assets/profiles/generic-hand/left.glb",
    "corpus/raysan5+raylib/examples/models/resources/models/gltf/robot.glb",
    "corpus/trebeljahr+quaternius-showcase/public/glb/animals_pack/Fox.glb",
    "corpus/trebeljahr+quaternius-showcase/public/glb/cyberpunk_pack/Enemy_Flying_Gun.glb",
    "corpus/trebeljahr+quaternius-showcase/public/glb/mech_pack/Mike.glb",
]


class Corpus(unittest.TestCase):
    def test_every_file_is_posed_alike_or_explained(self):
        different = threejs.explained("corpus/")
        self.assertGreaterEqual(len(ALIKE), 20)
        files = [SHARED / name for name in ALIKE + different]
        status, lines, said = threejs.compare(files, SHARED, "--most-clips", "1")
        self.assertEqual((status, len(lines)), (0, len(files)), said)
        self.assertEqual(sum(line.startswith("explained") for line in lines), len(different), said)


t.main()
