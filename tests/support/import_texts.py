"""The smallest rigs of the text formats that go to an import worker."""

# Two joints, three frames 0.04 s apart.
BVH = """HIERARCHY
ROOT Hips
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
 JOINT Spine
 {
  OFFSET 0 10 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
   OFFSET 0 5 0
  }
 }
}
MOTION
Frames: 3
Frame Time: 0.04
0 0 0 0 0 0 0 0 0
0 1 0 0 0 0 10 0 0
0 2 0 0 0 0 20 0 0
"""

# A triangle, left-handed as X is, that joint `tip` moves by 1 along x in 9600 ticks. Assimp takes "1,0"
# for the number 1.0: hence the blanks.
X = """xof 0303txt 0032
TICKSFrame tip {
 FrameTransformMatrix { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;; }
}
Frame body {
 FrameTransformMatrix { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;; }
 Mesh {
  3;
  0;0;0;,
  1;0;0;,
  0;1;2;;
  1;
  3;0, 1, 2;;
  XSkinMeshHeader { 1; 1; 1; }
  SkinWeights {
   "tip"; 3; 0, 1, 2; 1.0, 1.0, 1.0;
   1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;;
  }
 }
}
AnimationSet turn {
 Animation {
  { tip }
  AnimationKey {
   2;
   2;
   0; 3; 0, 0, 0;;,
   9600; 3; 1, 0, 0;;;
  }
 }
}
"""

# A triangle in centimetres with Z up, doubled by its bind shape; `knee` stands 3 above `hip`. Corner
# 1 follows both, by 0.5 and 0.25.
DAE = """<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
 <library_geometries><geometry id="tri"><mesh>
  <source id="tri-p"><float_array id="tri-pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
   <technique_common><accessor source="#tri-pa" count="3" stride="3"><param name="X" type="float"/>
    <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <vertices id="tri-v"><input semantic="POSITION" source="#tri-p"/></vertices>
  <triangles count="1"><input semantic="VERTEX" source="#tri-v" offset="0"/><p>0 1 2</p></triangles>
 </mesh></geometry></library_geometries>
 <library_controllers><controller id="skin"><skin source="#tri">
  <bind_shape_matrix>2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1</bind_shape_matrix>
  <source id="skin-j"><Name_array id="skin-ja" count="2">hip knee</Name_array>
   <technique_common><accessor source="#skin-ja" count="2" stride="1"><param name="JOINT" type="name"/>
   </accessor></technique_common></source>
  <source id="skin-b"><float_array id="skin-ba" count="32">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
   1 0 0 0 0 1 0 0 0 0 1 -3 0 0 0 1</float_array>
   <technique_common><accessor source="#skin-ba" count="2" stride="16">
    <param name="TRANSFORM" type="float4x4"/></accessor></technique_common></source>
  <source id="skin-w"><float_array id="skin-wa" count="3">1 0.5 0.25</float_array>
   <technique_common><accessor source="#skin-wa" count="3" stride="1">
    <param name="WEIGHT" type="float"/></accessor></technique_common></source>
  <joints><input semantic="JOINT" source="#skin-j"/>
   <input semantic="INV_BIND_MATRIX" source="#skin-b"/></joints>
  <vertex_weights count="3"><input semantic="JOINT" source="#skin-j" offset="0"/>
   <input semantic="WEIGHT" source="#skin-w" offset="1"/>
   <vcount>1 2 1</vcount><v>0 0 0 1 1 2 1 0</v></vertex_weights>
 </skin></controller></library_controllers>
 <library_visual_scenes><visual_scene id="scene">
  <node id="hip" sid="hip" name="hip" type="JOINT"><translate>0 0 0</translate>
   <node id="knee" sid="knee" name="knee" type="JOINT"><translate>0 0 3</translate></node></node>
  <node id="body" name="body"><instance_controller url="#skin"><skeleton>#hip</skeleton>
  </instance_controller></node>
 </visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
"""

# A triangle on one joint, and the clip that belongs beside it.
MD5_MESH = """MD5Version 10
joints {
"root" -1 ( 0 0 0 ) ( 0 0 0 )
}
mesh {
vert 0 ( 0 0 ) 0 1
vert 1 ( 0 0 ) 1 1
vert 2 ( 0 0 ) 2 1
tri 0 0 1 2
weight 0 0 1 ( 0 0 0 )
weight 1 0 1 ( 1 0 0 )
weight 2 0 1 ( 0 1 0 )
}
"""

MD5_ANIM = """MD5Version 10
frameRate 10
hierarchy {
"root" -1 1 0
}
baseframe {
( 0 0 0 ) ( 0 0 0 )
}
frame 0 {
0
}
frame 1 {
1
}
"""

# A triangle on two joints, two frames.
SMD = """version 1
nodes
0 "hip" -1
1 "knee" 0
end
skeleton
time 0
0 0 0 1 0 0 0
1 0 0 2 0 0 0
time 1
1 0 0 3 0 0 0.5
end
triangles
skin.bmp
0 0 0 0 0 0 1 0 0
0 1 0 0 0 0 1 0 0 2 0 0.5 1 0.5
1 0 1 0 0 0 1 0 0 1 1 1.0
end
"""
