/* Opens a package, poses its first clip at half time, skins every primitive and prints its bounds.
   cc -std=c99 -O2 example.c -lm && ./a.out asset.rpk */
#define RPK_IMPLEMENTATION
#include "rigpack.h"

#include <stdio.h>
#include <stdlib.h>

/* At least one byte, so that empty parts need no care; ends the program when there is no memory. */
static void* allocate(size_t count, size_t size) {
  void* memory = calloc(count + 1, size);
  if (memory == NULL) exit(3);
  return memory;
}

static unsigned char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  unsigned char* bytes;
  long end;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0) exit(2);
  rewind(file);
  bytes = (unsigned char*)allocate((size_t)end, 1);
  *size = fread(bytes, 1, (size_t)end, file);
  fclose(file);
  return bytes;
}

/* One skinned primitive in memory of the caller's. */
typedef struct vertices {
  float* positions;
  uint16_t* joints;
  float* weights;
} vertices;

static vertices decode(const rpk_view* view, uint32_t primitive, const rpk_primitive* info) {
  const size_t influences = 4 * (size_t)info->influence_sets;
  vertices v;
  rpk_stream_desc stream;
  uint32_t set;
  v.positions = (float*)allocate(info->vertex_count, 3 * sizeof(float));
  v.joints = (uint16_t*)allocate(info->vertex_count * influences, sizeof(uint16_t));
  v.weights = (float*)allocate(info->vertex_count * influences, sizeof(float));
  if (rpk_stream(view, primitive, RPK_POSITION, 0, &stream) == RPK_OK)
    rpk_stream_floats(&stream, v.positions, 3);
  for (set = 0; set < info->influence_sets; ++set) {
    if (rpk_stream(view, primitive, RPK_JOINTS, set, &stream) == RPK_OK)
      rpk_stream_joints(&stream, v.joints + 4 * set, influences);
    if (rpk_stream(view, primitive, RPK_WEIGHTS, set, &stream) == RPK_OK)
      rpk_stream_floats(&stream, v.weights + 4 * set, influences);
  }
  return v;
}

static void skin_primitive(const rpk_view* view, uint32_t primitive, const rpk_mat34* palette,
                           uint32_t slots) {
  const rpk_primitive info = rpk_get_primitive(view, primitive);
  vertices v = decode(view, primitive, &info);
  rpk_skin_job job;
  float low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  uint32_t i, k;
  memset(&job, 0, sizeof job);
  job.vertex_count = info.vertex_count;
  job.influences = 4 * info.influence_sets;
  job.positions = job.out_positions = v.positions;
  job.joints = v.joints;
  job.weights = v.weights;
  job.palette = palette;
  job.palette_count = slots;
  rpk_skin_lbs(&job);
  for (i = 0; i < info.vertex_count; ++i)
    for (k = 0; k < 3; ++k) {
      const float x = v.positions[3 * (size_t)i + k];
      if (i == 0 || x < low[k]) low[k] = x;
      if (i == 0 || x > high[k]) high[k] = x;
    }
  printf("primitive %u: %u vertices in (%g %g %g) .. (%g %g %g)\n", (unsigned)primitive,
         (unsigned)info.vertex_count, (double)low[0], (double)low[1], (double)low[2],
         (double)high[0], (double)high[1], (double)high[2]);
  free(v.positions);
  free(v.joints);
  free(v.weights);
}

static void draw_instance(const rpk_view* view, uint32_t index, const rpk_mat34* model) {
  const rpk_instance instance = rpk_get_instance(view, index);
  const rpk_mesh mesh = rpk_get_mesh(view, instance.mesh);
  const uint32_t slots = rpk_get_skin(view, instance.skin).slot_count;
  rpk_mat34* palette = (rpk_mat34*)allocate(slots, sizeof(rpk_mat34));
  uint32_t i;
  rpk_palette(view, instance.skin, model, palette);
  for (i = 0; i < mesh.primitive_count && instance.skin != RPK_NONE; ++i)
    skin_primitive(view, mesh.first_primitive + i, palette, slots);
  free(palette);
}

int main(int argc, char** argv) {
  rpk_view view;
  rpk_clip_desc clip;
  size_t size = 0;
  unsigned char* bytes = read_file(argc > 1 ? argv[1] : "asset.rpk", &size);
  const rpk_result result = rpk_open(&view, bytes, size);
  const uint32_t nodes = result == RPK_OK ? rpk_node_count(&view) : 0;
  rpk_trs* local = (rpk_trs*)allocate(nodes, sizeof(rpk_trs));
  rpk_mat34* model = (rpk_mat34*)allocate(nodes, sizeof(rpk_mat34));
  uint32_t i;
  if (result == RPK_OK) {
    rpk_rest_pose(&view, local, nodes);
    if (rpk_clip_info(&view, 0, &clip) == RPK_OK)
      rpk_sample(&view, 0, (double)clip.duration_s * 0.5, local, nodes);
    rpk_to_model(&view, local, model);
    for (i = 0; i < rpk_instance_count(&view); ++i) draw_instance(&view, i, model);
  } else {
    fprintf(stderr, "%s (chunk '%s', byte %u)\n", rpk_result_text(result), view.fault_chunk,
            (unsigned)view.fault_offset);
  }
  free(model);
  free(local);
  free(bytes);
  return result == RPK_OK ? 0 : 2;
}
