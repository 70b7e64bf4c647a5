/* rigpack.h: reads .rpk packages (version 0.1, formats/rpk/SPEC.md) in an engine.

   One header, C99 and C++11. No allocation, no I/O, no state of its own; it needs memcpy and sqrt (link -lm).
   It is longer than other files here on purpose: an engine takes one file. It shares no code with rigpack's
   C++ reader; a fuzz target holds both to the same verdict on any bytes.

   In exactly one source file:             Everywhere else:
     #define RPK_IMPLEMENTATION              #include "rigpack.h"
     #include "rigpack.h"

   Use:
     rpk_view view;                                     the bytes must outlive it and stay as they are
     rpk_result result = rpk_open(&view, bytes, size);  proves everything; after it nothing fails
     if (result != RPK_OK) puts(rpk_result_text(result));

     uint32_t nodes = rpk_node_count(&view);            the caller owns all memory:
     rpk_trs* local = ...; rpk_mat34* model = ...;      `nodes` of each, `slots` palette entries
     uint32_t clip = rpk_find_clip(&view, "Walk", 4);
     rpk_rest_pose(&view, local, nodes);                nodes without a track stay at rest
     rpk_sample(&view, clip, t_s, local, nodes);        before the first key and after the last: clamped
     rpk_to_model(&view, local, model);
     rpk_palette(&view, skin, model, palette);          rows for a shader's 3x4 skinning matrices

     rpk_stream_desc positions;
     if (rpk_stream(&view, primitive, RPK_POSITION, 0, &positions) == RPK_OK)
       rpk_stream_decode(&positions, gpu_bytes, capacity);  or rpk_stream_floats(&positions, floats, 3)

   formats/rpk/runtime/example.c is a whole program.

   Conventions: right-handed, +Y up, metres, seconds; quaternions x y z w; column vectors; matrices three rows
   of four floats, the fourth being 0 0 0 1. An index that is out of range gives zeros or does nothing.
   Same bits on every machine with IEEE arithmetic: compile with -ffp-contract=off to keep that.
   A view is read-only after rpk_open: any number of threads may use it. Stack use stays below 8 KB.

   MIT licence, see LICENSE. */
#ifndef RIGPACK_H
#define RIGPACK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef RPK_API
#define RPK_API extern /* or `static`, when one file alone uses it */
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define RPK_NONE 0xFFFFFFFFu

/* ---- results ---- */

typedef enum rpk_result {
  RPK_OK = 0,
  RPK_NOT_FOUND,     /* no such stream, morph target or clip */
  RPK_TOO_SMALL,     /* the destination is smaller than what it should take */
  RPK_BAD_SIZE,      /* fewer bytes than a header, or not the size the header tells */
  RPK_BAD_MAGIC,     /* not an .rpk */
  RPK_BAD_VERSION,   /* another version of the format: pack the asset again */
  RPK_BAD_FEATURE,   /* needs a feature or a chunk that this header does not know */
  RPK_BAD_DIRECTORY, /* chunks missing, out of order or out of place */
  RPK_BAD_CHECKSUM,  /* damaged: a CRC-32C or the content hash differs */
  RPK_BAD_CHUNK,     /* a chunk's content breaks SPEC.md */
  RPK_BAD_STREAM,    /* coded vertices, indices or morphs do not decode */
  RPK_BAD_BLOCK      /* clip data do not decode */
} rpk_result;

/* A short English text; never null. */
RPK_API const char* rpk_result_text(rpk_result result);

/* ---- a package ---- */

typedef struct rpk_bytes {
  const uint8_t* data;
  uint32_t size;
} rpk_bytes;

/* Text as the package holds it, meant to be UTF-8: not terminated, and from a stranger. */
typedef struct rpk_string {
  const char* text;
  uint32_t length;
} rpk_string;

/* An open package. Read it through the functions below; the two fault fields are for messages. */
typedef struct rpk_view {
  char fault_chunk[5];   /* where rpk_open gave up: the chunk's name, "" for header and directory */
  uint32_t fault_offset; /* and roughly the byte of the file */
  const uint8_t* file;
  rpk_bytes chunk[11];
  uint32_t name_count, node_count, skin_count, slot_count;
  uint32_t mesh_count, primitive_count, stream_count, instance_count, weight_count, morph_count;
  uint32_t clip_count, set_count, constant_count, animated_count, float_count;
  const uint8_t *skins, *skin_nodes, *skin_binds;
  const uint8_t *meshes, *primitives, *streams, *instances, *weights, *morphs, *morph_data;
  const uint8_t *clips, *sets, *constants, *animated, *pool;
} rpk_view;

/* Checks structure, checksums, every count, index and offset, and that every stream and block decodes. Takes
   about 10 ms for 4 MB. On failure the view is of no use beyond its fault fields. */
RPK_API rpk_result rpk_open(rpk_view* view, const void* bytes, size_t size);

/* ---- nodes and skins ---- */

typedef struct rpk_trs {
  float translation[3];
  float rotation[4]; /* x y z w, unit */
  float scale[3];
} rpk_trs;

typedef struct rpk_mat34 {
  float m[12]; /* three rows of four */
} rpk_mat34;

enum { RPK_ROLE_JOINT = 1, RPK_ROLE_ANIMATED = 2, RPK_ROLE_ATTACHMENT = 4, RPK_ROLE_ANCESTOR = 8 };

typedef struct rpk_node {
  rpk_string name;
  uint32_t parent; /* smaller than the node's own index, or RPK_NONE */
  uint32_t roles;
  uint32_t source_node; /* index in the asset it came from */
  rpk_trs rest;
} rpk_node;

typedef struct rpk_skin {
  rpk_string name;
  uint32_t slot_count;
} rpk_skin;

RPK_API uint32_t rpk_node_count(const rpk_view* view);
RPK_API rpk_node rpk_get_node(const rpk_view* view, uint32_t node);
RPK_API uint32_t rpk_skin_count(const rpk_view* view);
RPK_API rpk_skin rpk_get_skin(const rpk_view* view, uint32_t skin);
/* The node that a palette slot follows. */
RPK_API uint32_t rpk_skin_node(const rpk_view* view, uint32_t skin, uint32_t slot);

/* ---- poses ---- */

typedef struct rpk_clip_desc {
  rpk_string name;
  uint32_t source_clip;
  float duration_s;
} rpk_clip_desc;

RPK_API uint32_t rpk_clip_count(const rpk_view* view);
/* RPK_NOT_FOUND when there is no such clip. */
RPK_API rpk_result rpk_clip_info(const rpk_view* view, uint32_t clip, rpk_clip_desc* out);
/* The first clip of that name, or RPK_NONE. */
RPK_API uint32_t rpk_find_clip(const rpk_view* view, const char* name, size_t length);

/* Writes the rest transforms of the first `count` nodes. */
RPK_API void rpk_rest_pose(const rpk_view* view, rpk_trs* out, uint32_t count);
/* Writes what the clip moves among the first `count` nodes at `t_s`, clamped to each track's keys; leaves the rest
   of `out` alone. Loop by handing in the time modulo the duration. NaN counts as before the first key. */
RPK_API void rpk_sample(const rpk_view* view, uint32_t clip, double t_s, rpk_trs* out,
                        uint32_t count);
/* Writes `count` morph weights of an instance: the clip's, else its own, else its mesh's, else 0.
   A clip of RPK_NONE: at rest. */
RPK_API void rpk_sample_morphs(const rpk_view* view, uint32_t clip, double t_s, uint32_t instance,
                               float* weights, uint32_t count);
/* Local to model space; both have a place for every node. */
RPK_API void rpk_to_model(const rpk_view* view, const rpk_trs* local, rpk_mat34* model);
/* model[node of slot] * inverse bind, for each slot of the skin. */
RPK_API void rpk_palette(const rpk_view* view, uint32_t skin, const rpk_mat34* model,
                         rpk_mat34* palette);

/* ---- meshes ---- */

typedef struct rpk_mesh {
  rpk_string name;
  uint32_t source_mesh;
  uint32_t first_primitive, primitive_count;
} rpk_mesh;

typedef struct rpk_primitive {
  rpk_string material;
  uint32_t mesh;
  uint32_t source_primitive;
  uint32_t vertex_count, index_count; /* a triangle list */
  uint32_t stream_count, morph_count;
  uint32_t influence_sets; /* of four joints and weights; 0: moved by the instance's node */
} rpk_primitive;

/* One drawn mesh. */
typedef struct rpk_instance {
  uint32_t node, mesh;
  uint32_t skin; /* RPK_NONE: moved by its node */
} rpk_instance;

typedef enum rpk_semantic {
  RPK_POSITION,
  RPK_NORMAL,
  RPK_TANGENT,
  RPK_TEXCOORD,
  RPK_COLOR,
  RPK_JOINTS,
  RPK_WEIGHTS
} rpk_semantic;

/* Layout of one element as rpk_stream_decode gives it; values as in SPEC.md section 6. */
typedef enum rpk_format {
  RPK_UNORM16X4,
  RPK_F32X3,
  RPK_OCT8X4,
  RPK_OCT16X4,
  RPK_UNORM16X2,
  RPK_F32X2,
  RPK_UNORM8X4,
  RPK_UNORM16X4W,
  RPK_U8X4,
  RPK_U16X4
} rpk_format;

typedef struct rpk_stream_desc {
  rpk_semantic semantic;
  uint32_t set;
  rpk_format format;
  uint32_t count, element_size; /* count * element_size bytes decoded */
  float offset[3], scale[3]; /* unorm positions and texcoords: offset + scale * integer / 65535 */
  uint32_t coding;           /* 0 raw: `stored` can be used as it is. 1: rpk_stream_decode */
  rpk_bytes stored;
} rpk_stream_desc;

RPK_API uint32_t rpk_mesh_count(const rpk_view* view);
RPK_API rpk_mesh rpk_get_mesh(const rpk_view* view, uint32_t mesh);
RPK_API uint32_t rpk_primitive_count(const rpk_view* view);
RPK_API rpk_primitive rpk_get_primitive(const rpk_view* view, uint32_t primitive);
RPK_API uint32_t rpk_instance_count(const rpk_view* view);
RPK_API rpk_instance rpk_get_instance(const rpk_view* view, uint32_t instance);

/* Describes a stream of a primitive, or RPK_NOT_FOUND. */
RPK_API rpk_result rpk_stream(const rpk_view* view, uint32_t primitive, rpk_semantic semantic,
                              uint32_t set, rpk_stream_desc* out);
/* Decodes the elements as stored into `capacity` bytes. A stream that rpk_stream gave fails only by RPK_TOO_SMALL. */
RPK_API rpk_result rpk_stream_decode(const rpk_stream_desc* desc, void* dst, size_t capacity);
/* Numbers of one dequantised element: position, normal 3; texcoord 2; tangent, color, weights 4; joints 0. */
RPK_API uint32_t rpk_stream_width(const rpk_stream_desc* desc);
/* Decodes and dequantises; element i goes to dst[i * stride], the stride in floats. Normals come out unit, a tangent's
   fourth number is its sign. */
RPK_API rpk_result rpk_stream_floats(const rpk_stream_desc* desc, float* dst, size_t stride);
/* Decodes palette slots, four an element; element i goes to dst[i * stride]. */
RPK_API rpk_result rpk_stream_joints(const rpk_stream_desc* desc, uint16_t* dst, size_t stride);
/* Decodes all indices of a primitive, 2 (at most 65536 vertices) or 4 bytes each. */
RPK_API rpk_result rpk_indices(const rpk_view* view, uint32_t primitive, void* dst, size_t capacity,
                               uint32_t index_size);

/* Adds `weight` times a morph target's deltas to dense positions and normals, three floats a vertex; either may be
   null. Before skinning. */
RPK_API rpk_result rpk_morph_add(const rpk_view* view, uint32_t primitive, uint32_t target,
                                 float weight, float* positions, float* normals);

/* ---- skinning on the CPU ---- */

typedef struct rpk_skin_job {
  uint32_t vertex_count;
  uint32_t influences;    /* a vertex: 4 times the sets */
  const float* positions; /* 3 a vertex */
  const float* normals;   /* 3 a vertex, or null */
  const uint16_t* joints; /* `influences` a vertex; slots beyond the palette count as weightless */
  const float* weights;   /* `influences` a vertex; sum 1 */
  const rpk_mat34* palette;
  uint32_t palette_count;
  float* out_positions; /* 3 a vertex; may be `positions` */
  float* out_normals;   /* 3 a vertex, unit; null without `normals` */
} rpk_skin_job;

/* Linear blend skinning; normals by the inverse transpose of the blended matrix. */
RPK_API void rpk_skin_lbs(const rpk_skin_job* job);

#ifdef __cplusplus
}
#endif
#endif /* RIGPACK_H */

#if defined(RPK_IMPLEMENTATION) && !defined(RIGPACK_H_IMPLEMENTATION)
#define RIGPACK_H_IMPLEMENTATION

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- bytes ---- */

static uint32_t rpki_u16(const uint8_t* p) {
  return (uint32_t)p[0] | ((uint32_t)p[1] << 8);
}
static uint32_t rpki_u32(const uint8_t* p) {
  return rpki_u16(p) | (rpki_u16(p + 2) << 16);
}
static uint64_t rpki_u64(const uint8_t* p) {
  return (uint64_t)rpki_u32(p) | ((uint64_t)rpki_u32(p + 4) << 32);
}
static int32_t rpki_i16(const uint8_t* p) {
  return (int32_t)(rpki_u16(p) ^ 0x8000u) - 0x8000;
}
static int32_t rpki_i8(const uint8_t* p) {
  return (int32_t)(p[0] ^ 0x80u) - 0x80;
}

static float rpki_f32(const uint8_t* p) {
  uint32_t bits = rpki_u32(p);
  float value;
  memcpy(&value, &bits, 4);
  return value;
}

/* 64 bits from anywhere; one load where bytes lie as in the file. */
static uint64_t rpki_load(const uint8_t* p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t value;
  memcpy(&value, p, 8);
  return value;
#else
  return rpki_u64(p);
#endif
}

static int rpki_is_finite(const uint8_t* p) {
  return (rpki_u32(p) & 0x7F800000u) != 0x7F800000u;
}

static int rpki_all_finite(const uint8_t* p, uint64_t count) {
  uint64_t i;
  for (i = 0; i < count; ++i)
    if (!rpki_is_finite(p + 4 * i)) return 0;
  return 1;
}

static int rpki_all_zero(const uint8_t* p, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i)
    if (p[i] != 0) return 0;
  return 1;
}

static uint64_t rpki_align(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/* C leaves the conversion of a double beyond float's range undefined. */
static float rpki_float(double value) {
  const double most = 3.4028234663852886e38;
  return (float)(value > most ? most : value < -most ? -most : value);
}

/* ---- checksums: CRC-32C, SipHash-2-4-128 with a zero key (SPEC.md section 1) ---- */

static void rpki_crc_table(uint32_t table[256]) {
  uint32_t i;
  for (i = 0; i < 256; ++i) {
    uint32_t crc = i, bit;
    for (bit = 0; bit < 8; ++bit) crc = (crc & 1u) ? (crc >> 1) ^ 0x82F63B78u : crc >> 1;
    table[i] = crc;
  }
}

static uint32_t rpki_crc(const uint32_t table[256], const uint8_t* p, size_t size) {
  uint32_t crc = 0xFFFFFFFFu;
  size_t i;
  for (i = 0; i < size; ++i) crc = (crc >> 8) ^ table[(crc ^ p[i]) & 0xFFu];
  return crc ^ 0xFFFFFFFFu;
}

static uint64_t rpki_rotate(uint64_t x, unsigned bits) {
  return (x << bits) | (x >> (64u - bits));
}

static void rpki_sip_rounds(uint64_t v[4], int count) {
  for (; count > 0; --count) {
    v[0] += v[1];
    v[1] = rpki_rotate(v[1], 13) ^ v[0];
    v[0] = rpki_rotate(v[0], 32);
    v[2] += v[3];
    v[3] = rpki_rotate(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rpki_rotate(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rpki_rotate(v[1], 17) ^ v[2];
    v[2] = rpki_rotate(v[2], 32);
  }
}

static void rpki_sip_word(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  rpki_sip_rounds(v, 2);
  v[0] ^= word;
}

/* The content hash of a file of at least 64 bytes, as two little-endian words. */
static void rpki_hash(const uint8_t* file, size_t size, uint64_t out[2]) {
  uint64_t v[4] = {0x736f6d6570736575u, 0x646f72616e646f6du ^ 0xEEu, 0x6c7967656e657261u,
                   0x7465646279746573u};
  uint64_t last = (uint64_t)size << 56;
  size_t i, whole = size / 8 * 8;
  for (i = 0; i < whole; i += 8) rpki_sip_word(v, i == 48 || i == 56 ? 0 : rpki_load(file + i));
  for (i = whole; i < size; ++i) last |= (uint64_t)file[i] << (8 * (i - whole));
  rpki_sip_word(v, last);
  v[2] ^= 0xEEu;
  rpki_sip_rounds(v, 4);
  out[0] = v[0] ^ v[1] ^ v[2] ^ v[3];
  v[1] ^= 0xDDu;
  rpki_sip_rounds(v, 4);
  out[1] = v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- header and directory (SPEC.md sections 1 and 2) ---- */

enum {
  RPKI_CERT,
  RPKI_CLIP,
  RPKI_INDX,
  RPKI_MESH,
  RPKI_MORF,
  RPKI_NODE,
  RPKI_PROV,
  RPKI_RDAT,
  RPKI_SKIN,
  RPKI_STRS,
  RPKI_VSTR,
  RPKI_CHUNKS
};
static const char rpki_names[] = "CERTCLIPINDXMESHMORFNODEPROVRDATSKINSTRSVSTR";

static rpk_result rpki_fault(rpk_view* view, rpk_result result, int chunk, uint64_t at) {
  if (chunk >= 0) {
    memcpy(view->fault_chunk, rpki_names + 4 * chunk, 4);
    at += (uint64_t)(view->chunk[chunk].data - view->file);
  }
  view->fault_offset = (uint32_t)at;
  return result;
}

static rpk_result rpki_header(rpk_view* view, const uint8_t* file, size_t size) {
  static const uint8_t magic[8] = {0x89, 'R', 'P', 'K', 13, 10, 26, 10};
  if (size < 64 || (uint64_t)size > 0xFFFFFFFFu) return rpki_fault(view, RPK_BAD_SIZE, -1, 0);
  if (memcmp(file, magic, 8) != 0) return rpki_fault(view, RPK_BAD_MAGIC, -1, 0);
  if (rpki_u16(file + 8) != 0 || rpki_u16(file + 10) != 1)
    return rpki_fault(view, RPK_BAD_VERSION, -1, 8);
  if (rpki_u32(file + 12) != 0) return rpki_fault(view, RPK_BAD_DIRECTORY, -1, 12);
  if (rpki_u64(file + 16) != 0) return rpki_fault(view, RPK_BAD_FEATURE, -1, 16);
  if (rpki_u64(file + 24) != size) return rpki_fault(view, RPK_BAD_SIZE, -1, 24);
  if (rpki_u64(file + 32) != 64) return rpki_fault(view, RPK_BAD_DIRECTORY, -1, 32);
  if (rpki_u32(file + 40) < RPKI_CHUNKS || rpki_u32(file + 40) > 4096 ||
      size - 64 < rpki_u32(file + 40) * (size_t)48)
    return rpki_fault(view, RPK_BAD_DIRECTORY, -1, 40);
  return RPK_OK;
}

/* Known chunks by number, others -1. */
static int rpki_chunk_number(const uint8_t* entry) {
  int i;
  if (rpki_u32(entry + 8) != 0) return -1;
  for (i = 0; i < RPKI_CHUNKS; ++i)
    if (memcmp(entry, rpki_names + 4 * i, 4) == 0) return i;
  return -1;
}

static int rpki_in_order(const uint8_t* a, const uint8_t* b) {
  int order = memcmp(a, b, 4);
  return order < 0 || (order == 0 && rpki_u32(a + 8) < rpki_u32(b + 8));
}

/* Checks an entry's fields and bytes; `end` is where the chunk before ends, and moves on. */
static rpk_result rpki_entry(rpk_view* view, const uint8_t* entry, size_t size,
                             const uint32_t crc[256], uint64_t* end) {
  const uint64_t at = (uint64_t)(entry - view->file), offset = rpki_u64(entry + 24),
                 stored = rpki_u64(entry + 32);
  const int number = rpki_chunk_number(entry);
  const uint32_t flags = rpki_u16(entry + 6);
  if (flags > 1 || rpki_u32(entry + 20) != 0) return rpki_fault(view, RPK_BAD_DIRECTORY, -1, at);
  if (rpki_u32(entry + 12) == 0 && rpki_u64(entry + 40) != stored)
    return rpki_fault(view, RPK_BAD_DIRECTORY, -1, at);
  if (offset != rpki_align(*end, 64) || offset > size || stored > size - offset)
    return rpki_fault(view, RPK_BAD_DIRECTORY, -1, at);
  if (!rpki_all_zero(view->file + *end, (size_t)(offset - *end)))
    return rpki_fault(view, RPK_BAD_DIRECTORY, -1, *end);
  if (rpki_crc(crc, view->file + offset, (size_t)stored) != rpki_u32(entry + 16))
    return rpki_fault(view, RPK_BAD_CHECKSUM, -1, offset);
  *end = offset + stored;
  if (number < 0) return flags == 0 ? RPK_OK : rpki_fault(view, RPK_BAD_FEATURE, -1, at);
  if (rpki_u16(entry + 4) != 1 || rpki_u32(entry + 12) != 0)
    return rpki_fault(view, RPK_BAD_FEATURE, -1, at);
  view->chunk[number].data = view->file + offset;
  view->chunk[number].size = (uint32_t)stored;
  return RPK_OK;
}

static rpk_result rpki_directory(rpk_view* view, size_t size) {
  const uint8_t* file = view->file;
  const uint32_t count = rpki_u32(file + 40);
  uint64_t end = 64 + (uint64_t)count * 48, hash[2];
  uint32_t crc[256], i;
  rpki_crc_table(crc);
  if (rpki_crc(crc, file + 64, (size_t)count * 48) != rpki_u32(file + 44))
    return rpki_fault(view, RPK_BAD_CHECKSUM, -1, 64);
  for (i = 0; i < count; ++i) {
    const uint8_t* entry = file + 64 + (size_t)i * 48;
    rpk_result result;
    if (i > 0 && !rpki_in_order(entry - 48, entry))
      return rpki_fault(view, RPK_BAD_DIRECTORY, -1, 64 + (uint64_t)i * 48);
    result = rpki_entry(view, entry, size, crc, &end);
    if (result != RPK_OK) return result;
  }
  for (i = 0; i < RPKI_CHUNKS; ++i)
    if (view->chunk[i].data == NULL) return rpki_fault(view, RPK_BAD_DIRECTORY, -1, 64);
  if (end != size) return rpki_fault(view, RPK_BAD_DIRECTORY, -1, end);
  rpki_hash(file, size, hash);
  if (hash[0] != rpki_u64(file + 48) || hash[1] != rpki_u64(file + 56))
    return rpki_fault(view, RPK_BAD_CHECKSUM, -1, 48);
  return RPK_OK;
}

/* ---- coded vertex elements: meshopt vertex codec, version 0 ----

   A0, then blocks of up to 256 elements. A block codes one byte column after the other: two bits a group of 16
   values (how many bits a value: 0, 2, 4, 8), then the groups. In 2 and 4 bits the highest code means that the
   value follows in a byte of its own. Values are zigzag differences to the element before; the one before the first stands at
   the end of the data, in a tail of 32 bytes. */

typedef struct rpki_elements {
  const uint8_t *at, *end;
  uint32_t left, size;
  int coded;
  uint8_t last[16];
} rpki_elements;

enum { RPKI_TAIL = 32, RPKI_SCRATCH = 256 * 16 };

/* 0 when the bytes cannot hold that many elements. `size` is 4, 8, 12 or 16. */
static int rpki_elements_begin(rpki_elements* e, rpk_bytes bytes, uint32_t coding, uint32_t count,
                               uint32_t size) {
  memset(e, 0, sizeof *e);
  e->at = bytes.data;
  e->end = bytes.data + bytes.size;
  e->left = count;
  e->size = size;
  e->coded = coding != 0;
  if (!e->coded) return bytes.size == (uint64_t)count * size;
  if (count == 0 || bytes.size < 1 + RPKI_TAIL || bytes.data[0] != 0xA0) return 0;
  memcpy(e->last, e->end - size, size);
  e->at += 1;
  e->end -= RPKI_TAIL;
  return 1;
}

/* Sixteen values of `1 << code` bits (0 for code 0); 0 when the bytes run out. */
static int rpki_group(rpki_elements* e, uint32_t code, uint8_t values[16]) {
  const uint32_t bits = code == 0 ? 0 : 1u << code, most = (1u << bits) - 1;
  const uint8_t* packed = e->at;
  uint32_t i;
  if ((size_t)(e->end - e->at) < 2 * bits) return 0;
  e->at += 2 * bits;
  for (i = 0; i < 16; ++i) {
    const uint32_t first = i * bits;
    const uint32_t value =
        bits == 0 ? 0 : ((uint32_t)packed[first / 8] >> (8 - bits - first % 8)) & most;
    values[i] = (uint8_t)value;
    if (bits != 0 && bits != 8 && value == most) {
      if (e->at == e->end) return 0;
      values[i] = *e->at++;
    }
  }
  return 1;
}

static int rpki_column(rpki_elements* e, uint32_t column, uint32_t count, uint8_t* dst) {
  const uint32_t groups = (count + 15) / 16, header = (groups + 3) / 4;
  const uint8_t* codes = e->at;
  uint8_t values[16], last = e->last[column];
  uint32_t g, i;
  if ((size_t)(e->end - e->at) < header) return 0;
  e->at += header;
  for (g = 0; g < groups; ++g) {
    if (!rpki_group(e, ((uint32_t)codes[g / 4] >> (2 * (g % 4))) & 3u, values)) return 0;
    for (i = 0; i < 16 && 16 * g + i < count; ++i) {
      const uint32_t v = values[i], delta = (v >> 1) ^ (0u - (v & 1u));
      last = (uint8_t)(last + delta);
      dst[(size_t)(16 * g + i) * e->size + column] = last;
    }
  }
  e->last[column] = last;
  return 1;
}

/* Decodes the next up to 256 elements to `dst`; how many, or 0 at the end or on a fault (then `left` is not 0, or
   bytes are left over: see rpki_elements_ended). */
static uint32_t rpki_elements_next(rpki_elements* e, uint8_t* dst) {
  const uint32_t count = e->left < 256 ? e->left : 256;
  uint32_t column;
  if (!e->coded) {
    memcpy(dst, e->at, (size_t)count * e->size);
    e->at += (size_t)count * e->size;
  } else {
    for (column = 0; column < e->size && count > 0; ++column)
      if (!rpki_column(e, column, count, dst)) return 0;
  }
  e->left -= count;
  return count;
}

static int rpki_elements_ended(const rpki_elements* e) {
  return e->left == 0 && e->at == e->end;
}

/* ---- coded indices: meshopt index codec, version 1 ----

   E1, one code byte a triangle, extra data, then a table of 16 codes. A triangle shares one of the last 15 edges and adds a
   vertex, or it names three vertices; a vertex is the next new one, one of the last 16, or a difference. */

typedef struct rpki_triangles {
  const uint8_t *code, *data, *end, *table;
  uint32_t edge[16][2], vertex[16];
  uint32_t edge_at, vertex_at, next, last;
  int failed;
} rpki_triangles;

static void rpki_push_edge(rpki_triangles* t, uint32_t a, uint32_t b) {
  t->edge[t->edge_at][0] = a;
  t->edge[t->edge_at][1] = b;
  t->edge_at = (t->edge_at + 1) & 15u;
}

static void rpki_push_vertex(rpki_triangles* t, uint32_t vertex) {
  t->vertex[t->vertex_at] = vertex;
  t->vertex_at = (t->vertex_at + 1) & 15u;
}

static uint32_t rpki_extra(rpki_triangles* t) {
  if (t->data != t->end) return *t->data++;
  t->failed = 1;
  return 0;
}

/* A vertex given by its zigzag difference to the last such one, seven bits a byte. */
static uint32_t rpki_far_vertex(rpki_triangles* t) {
  uint32_t value = 0, shift;
  for (shift = 0; shift < 35; shift += 7) {
    const uint32_t byte = rpki_extra(t);
    value |= (byte & 127u) << shift;
    if (byte < 128) break;
  }
  t->last += (value >> 1) ^ (0u - (value & 1u));
  return t->last;
}

static void rpki_edge_triangle(rpki_triangles* t, uint32_t code, uint32_t out[3]) {
  const uint32_t edge = (t->edge_at - 1 - (code >> 4)) & 15u, kind = code & 15u;
  const uint32_t a = t->edge[edge][0], b = t->edge[edge][1];
  uint32_t c;
  if (kind > 0 && kind < 13) {
    c = t->vertex[(t->vertex_at - 1 - kind) & 15u];
  } else {
    if (kind == 0)
      c = t->next++;
    else if (kind == 15)
      c = rpki_far_vertex(t);
    else
      c = t->last += kind == 13 ? 0u - 1u : 1u;
    rpki_push_vertex(t, c);
  }
  rpki_push_edge(t, c, b);
  rpki_push_edge(t, a, c);
  out[0] = a;
  out[1] = b;
  out[2] = c;
}

static void rpki_free_triangle(rpki_triangles* t, uint32_t code, uint32_t out[3]) {
  const uint32_t pair = code < 0xFE ? t->table[code & 15u] : rpki_extra(t);
  /* 15 means a far vertex, but not in codes from the table. */
  const uint32_t far_code = code < 0xFE ? 16 : 15;
  uint32_t kind[3], i;
  kind[0] = code == 0xFF ? 15 : 0;
  kind[1] = pair >> 4;
  kind[2] = pair & 15u;
  if (code >= 0xFE && pair == 0) t->next = 0;
  for (i = 0; i < 3; ++i)
    out[i] = kind[i] == 0 ? t->next++ : t->vertex[(t->vertex_at - kind[i]) & 15u];
  for (i = 0; i < 3; ++i)
    if (kind[i] == far_code) out[i] = rpki_far_vertex(t);
  for (i = 0; i < 3; ++i)
    if (kind[i] == 0 || kind[i] == far_code) rpki_push_vertex(t, out[i]);
  rpki_push_edge(t, out[1], out[0]);
  rpki_push_edge(t, out[2], out[1]);
  rpki_push_edge(t, out[0], out[2]);
}

static void rpki_store_index(void* dst, uint32_t i, uint32_t size, uint32_t index) {
  if (size == 2) {
    const uint16_t narrow = (uint16_t)index;
    memcpy((uint8_t*)dst + (size_t)i * 2, &narrow, 2);
  } else if (size == 4) {
    memcpy((uint8_t*)dst + (size_t)i * 4, &index, 4);
  }
}

/* Decodes `count` indices, `size` bytes each (0: none are stored). 0 on a fault or an index that is no vertex. */
static int rpki_decode_triangles(rpk_bytes bytes, uint32_t count, uint32_t vertex_count, void* dst,
                                 uint32_t size) {
  rpki_triangles t;
  uint32_t i, corner, out[3];
  if (count == 0 || bytes.size < 1 + (uint64_t)count / 3 + 16 || bytes.data[0] != 0xE1) return 0;
  memset(&t, 0, sizeof t);
  memset(t.edge, 0xFF, sizeof t.edge);
  memset(t.vertex, 0xFF, sizeof t.vertex);
  t.code = bytes.data + 1;
  t.data = t.code + count / 3;
  t.end = t.table = bytes.data + bytes.size - 16;
  for (i = 0; i < count; i += 3) {
    const uint32_t code = *t.code++;
    if (code < 0xF0)
      rpki_edge_triangle(&t, code, out);
    else
      rpki_free_triangle(&t, code, out);
    for (corner = 0; corner < 3; ++corner) {
      if (out[corner] >= vertex_count) return 0;
      rpki_store_index(dst, i + corner, size, out[corner]);
    }
    if (t.failed) return 0;
  }
  return t.data == t.end;
}

static int rpki_decode_indices(rpk_bytes bytes, uint32_t coding, uint32_t count,
                               uint32_t vertex_count, void* dst, uint32_t size) {
  const uint32_t stored = coding == 0 ? 2 : 4;
  uint32_t i;
  if (coding == 2) return rpki_decode_triangles(bytes, count, vertex_count, dst, size);
  if (bytes.size != (uint64_t)count * stored) return 0;
  for (i = 0; i < count; ++i) {
    const uint8_t* p = bytes.data + (size_t)i * stored;
    const uint32_t index = stored == 2 ? rpki_u16(p) : rpki_u32(p);
    if (index >= vertex_count) return 0;
    rpki_store_index(dst, i, size, index);
  }
  return 1;
}

/* ---- proof: names, nodes, skins (SPEC.md sections 3 to 5) ---- */

static rpk_result rpki_prove_names(rpk_view* view) {
  const rpk_bytes c = view->chunk[RPKI_STRS];
  uint32_t i, text, begin = 0;
  if (c.size < 8 || rpki_u32(c.data) > (c.size - 8) / 4)
    return rpki_fault(view, RPK_BAD_CHUNK, RPKI_STRS, 0);
  view->name_count = rpki_u32(c.data);
  text = c.size - 8 - 4 * view->name_count;
  if (rpki_u32(c.data + 4) != 0) return rpki_fault(view, RPK_BAD_CHUNK, RPKI_STRS, 4);
  for (i = 0; i < view->name_count; ++i) {
    const uint32_t end = rpki_u32(c.data + 8 + (size_t)i * 4);
    if (end < begin || end > text)
      return rpki_fault(view, RPK_BAD_CHUNK, RPKI_STRS, 8 + (uint64_t)i * 4);
    begin = end;
  }
  return begin == text ? RPK_OK : rpki_fault(view, RPK_BAD_CHUNK, RPKI_STRS, 4);
}

static rpk_result rpki_prove_certificate(rpk_view* view) {
  const rpk_bytes c = view->chunk[RPKI_CERT];
  uint32_t i;
  if (c.size != 40) return rpki_fault(view, RPK_BAD_CHUNK, RPKI_CERT, 0);
  for (i = 0; i < 5; ++i)
    if (((rpki_u32(c.data + 8 * i + 4) >> 20) & 0x7FFu) == 0x7FFu)
      return rpki_fault(view, RPK_BAD_CHUNK, RPKI_CERT, 8 * i);
  return RPK_OK;
}

static rpk_result rpki_prove_nodes(rpk_view* view) {
  const rpk_bytes c = view->chunk[RPKI_NODE];
  uint32_t i;
  if (c.size % 56 != 0 || c.size / 56 > 65535) return rpki_fault(view, RPK_BAD_CHUNK, RPKI_NODE, 0);
  view->node_count = c.size / 56;
  for (i = 0; i < view->node_count; ++i) {
    const uint8_t* p = c.data + (size_t)i * 56;
    const uint32_t parent = rpki_u32(p);
    if ((parent != RPK_NONE && parent >= i) || rpki_u32(p + 4) >= view->name_count ||
        rpki_u32(p + 8) > 15 || !rpki_all_finite(p + 16, 10))
      return rpki_fault(view, RPK_BAD_CHUNK, RPKI_NODE, (uint64_t)i * 56);
  }
  return RPK_OK;
}

/* A range of a table must start where the one before ended. */
static int rpki_tile(const uint8_t* range, uint32_t* cursor, uint32_t total) {
  const uint32_t first = rpki_u32(range), count = rpki_u32(range + 4);
  if (first != *cursor || count > total - *cursor) return 0;
  *cursor += count;
  return 1;
}

static rpk_result rpki_prove_skins(rpk_view* view) {
  const rpk_bytes c = view->chunk[RPKI_SKIN];
  uint32_t i, cursor = 0;
  if (c.size < 8) return rpki_fault(view, RPK_BAD_CHUNK, RPKI_SKIN, 0);
  view->skin_count = rpki_u32(c.data);
  view->slot_count = rpki_u32(c.data + 4);
  if (c.size != 8 + (uint64_t)view->skin_count * 12 + (uint64_t)view->slot_count * 52)
    return rpki_fault(view, RPK_BAD_CHUNK, RPKI_SKIN, 0);
  view->skins = c.data + 8;
  view->skin_nodes = view->skins + (size_t)view->skin_count * 12;
  view->skin_binds = view->skin_nodes + (size_t)view->slot_count * 4;
  for (i = 0; i < view->skin_count; ++i) {
    const uint8_t* p = view->skins + (size_t)i * 12;
    if (rpki_u32(p) >= view->name_count || !rpki_tile(p + 4, &cursor, view->slot_count) ||
        rpki_u32(p + 8) > 65536)
      return rpki_fault(view, RPK_BAD_CHUNK, RPKI_SKIN, 8 + (uint64_t)i * 12);
  }
  if (cursor != view->slot_count) return rpki_fault(view, RPK_BAD_CHUNK, RPKI_SKIN, 4);
  for (i = 0; i < view->slot_count; ++i)
    if (rpki_u32(view->skin_nodes + (size_t)i * 4) >= view->node_count)
      return rpki_fault(view, RPK_BAD_CHUNK, RPKI_SKIN,
                        (uint64_t)(view->skin_nodes - c.data) + (uint64_t)i * 4);
  if (!rpki_all_finite(view->skin_binds, (uint64_t)view->slot_count * 12))
    return rpki_fault(view, RPK_BAD_CHUNK, RPKI_SKIN, (uint64_t)(view->skin_binds - c.data));
  return RPK_OK;
}

/* ---- proof: meshes (SPEC.md sections 6 to 8) ---- */

static uint32_t rpki_format_size(uint32_t format) {
  static const uint8_t sizes[10] = {8, 12, 4, 8, 4, 8, 4, 8, 4, 8};
  return sizes[format];
}

static int rpki_stream_is_legal(const uint8_t* p) {
  static const uint8_t first_format[7] = {0, 2, 2, 4, 6, 8, 6};
  const uint32_t semantic = p[0], set = p[1], format = p[2], coding = p[3];
  if (semantic > 6 || set > (semantic < 3 ? 0u : 7u) || coding > 1) return 0;
  return format == first_format[semantic] || format == first_format[semantic] + 1u;
}

/* Bytes of a data chunk at `offset`, which must follow `end` after alignment. 0 when they do not. */
static int rpki_take(rpk_bytes chunk, uint64_t offset, uint32_t size, uint32_t alignment,
                     uint64_t* end, rpk_bytes* out) {
  if (offset != rpki_align(*end, alignment) || offset > chunk.size || size > chunk.size - offset)
    return 0;
  if (!rpki_all_zero(chunk.data + *end, (size_t)(offset - *end))) return 0;
  out->data = chunk.data + offset;
  out->size = size;
  *end = offset + size;
  return 1;
}

static int rpki_elements_are_legal(const uint8_t* elements, uint32_t count, uint32_t format,
                                   uint32_t joint_limit) {
  uint32_t i;
  if (format == RPK_F32X3) return rpki_all_finite(elements, (uint64_t)count * 3);
  if (format == RPK_F32X2) return rpki_all_finite(elements, (uint64_t)count * 2);
  if (format == RPK_U8X4 || format == RPK_U16X4)
    for (i = 0; i < count * 4; ++i)
      if ((format == RPK_U8X4 ? elements[i] : rpki_u16(elements + (size_t)i * 2)) >= joint_limit)
        return 0;
  return 1;
}

static int rpki_prove_stream(const rpk_view* view, const uint8_t* p, uint32_t vertex_count,
                             uint32_t joint_limit, uint64_t* end) {
  const uint32_t size = rpki_format_size(p[2]);
  rpki_elements elements;
  rpk_bytes stored;
  uint8_t scratch[RPKI_SCRATCH];
  uint32_t count;
  if (rpki_u32(p + 12) != (uint64_t)vertex_count * size || !rpki_all_finite(p + 16, 4)) return 0;
  if (!rpki_take(view->chunk[RPKI_VSTR], rpki_u32(p + 4), rpki_u32(p + 8), 16, end, &stored))
    return 0;
  if (!rpki_elements_begin(&elements, stored, p[3], vertex_count, size)) return 0;
  while ((count = rpki_elements_next(&elements, scratch)) > 0)
    if (!rpki_elements_are_legal(scratch, count, p[2], joint_limit)) return 0;
  return rpki_elements_ended(&elements);
}

/* Order, and joints and weights in pairs. */
static int rpki_prove_stream_order(const uint8_t* streams, uint32_t count) {
  uint32_t i, joints = 0, weights = 0;
  if (count == 0 || streams[0] != RPK_POSITION) return 0;
  for (i = 0; i < count; ++i) {
    const uint8_t* p = streams + (size_t)i * 32;
    if (i > 0 && (p[-32] > p[0] || (p[-32] == p[0] && p[-31] >= p[1]))) return 0;
    if (p[0] == RPK_JOINTS && p[1] != joints++) return 0;
    if (p[0] == RPK_WEIGHTS && p[1] != weights++) return 0;
  }
  return joints == weights;
}

static rpk_bytes rpki_morph_bytes(const rpk_view* view, const uint8_t* p) {
  rpk_bytes out;
  out.data = view->morph_data + rpki_u32(p + 16);
  out.size = rpki_u32(p + 20);
  return out;
}

static int rpki_prove_morph(const rpk_view* view, const uint8_t* p, uint32_t vertex_count,
                            uint64_t* end) {
  const uint32_t size = p[13] ? 16 : 12;
  const uint64_t base = 4 + (uint64_t)view->morph_count * 24;
  rpki_elements elements;
  rpk_bytes stored;
  uint8_t scratch[RPKI_SCRATCH];
  uint32_t count, i, least = 0;
  if (!rpki_all_finite(p, 2) || rpki_f32(p) < 0 || rpki_f32(p + 4) < 0) return 0;
  if (rpki_u32(p + 8) > vertex_count || p[12] > 1 || p[13] > 1 || rpki_u16(p + 14) != 0) return 0;
  if (!rpki_take(view->chunk[RPKI_MORF], base + rpki_u32(p + 16), rpki_u32(p + 20), 4, end,
                 &stored))
    return 0;
  if (!rpki_elements_begin(&elements, stored, p[12], rpki_u32(p + 8), size)) return 0;
  while ((count = rpki_elements_next(&elements, scratch)) > 0)
    for (i = 0; i < count; ++i) {
      const uint32_t vertex = rpki_u32(scratch + (size_t)i * size);
      if (vertex < least || vertex >= vertex_count) return 0;
      if (size == 12 && rpki_u16(scratch + (size_t)i * size + 10) != 0) return 0;
      least = vertex + 1;
    }
  return rpki_elements_ended(&elements);
}

typedef struct rpki_ends {
  uint64_t streams, indices, morphs;
} rpki_ends;

static rpk_result rpki_prove_primitive(rpk_view* view, const uint8_t* p, uint32_t joint_limit,
                                       rpki_ends* ends) {
  const uint32_t vertex_count = rpki_u32(p + 8), first = rpki_u32(p + 12), count = rpki_u32(p + 16);
  const uint8_t* streams = view->streams + (size_t)first * 32;
  rpk_bytes stored;
  uint32_t i;
  if (!rpki_prove_stream_order(streams, count))
    return rpki_fault(view, RPK_BAD_CHUNK, RPKI_MESH, (uint64_t)(p - view->chunk[RPKI_MESH].data));
  for (i = 0; i < count; ++i)
    if (!rpki_prove_stream(view, streams + (size_t)i * 32, vertex_count, joint_limit,
                           &ends->streams))
      return rpki_fault(view, RPK_BAD_STREAM, RPKI_VSTR, ends->streams);
  if (!rpki_take(view->chunk[RPKI_INDX], rpki_u32(p + 28), rpki_u32(p + 32), 4, &ends->indices,
                 &stored) ||
      !rpki_decode_indices(stored, rpki_u32(p + 24), rpki_u32(p + 20), vertex_count, NULL, 0))
    return rpki_fault(view, RPK_BAD_STREAM, RPKI_INDX, ends->indices);
  for (i = 0; i < rpki_u32(p + 40); ++i)
    if (!rpki_prove_morph(view, view->morphs + (size_t)(rpki_u32(p + 36) + i) * 24, vertex_count,
                          &ends->morphs))
      return rpki_fault(view, RPK_BAD_STREAM, RPKI_MORF, ends->morphs);
  return RPK_OK;
}

/* Sizes of MESH and MORF, and where their tables are. */
static rpk_result rpki_prove_mesh_sizes(rpk_view* view) {
  const rpk_bytes c = view->chunk[RPKI_MESH], m = view->chunk[RPKI_MORF];
  if (c.size < 20) return rpki_fault(view, RPK_BAD_CHUNK, RPKI_MESH, 0);
  view->mesh_count = rpki_u32(c.data);
  view->primitive_count = rpki_u32(c.data + 4);
  view->stream_count = rpki_u32(c.data + 8);
  view->instance_count = rpki_u32(c.data + 12);
  view->weight_count = rpki_u32(c.data + 16);
  if (c.size != 20 + (uint64_t)view->mesh_count * 44 + (uint64_t)view->primitive_count * 44 +
                    (uint64_t)view->stream_count * 32 + (uint64_t)view->instance_count * 20 +
                    (uint64_t)view->weight_count * 4)
    return rpki_fault(view, RPK_BAD_CHUNK, RPKI_MESH, 0);
  view->meshes = c.data + 20;
  view->primitives = view->meshes + (size_t)view->mesh_count * 44;
  view->streams = view->primitives + (size_t)view->primitive_count * 44;
  view->instances = view->streams + (size_t)view->stream_count * 32;
  view->weights = view->instances + (size_t)view->instance_count * 20;
  if (m.size < 4 || rpki_u32(m.data) > (m.size - 4) / 24)
    return rpki_fault(view, RPK_BAD_CHUNK, RPKI_MORF, 0);
  view->morph_count = rpki_u32(m.data);
  view->morphs = m.data + 4;
  view->morph_data = view->morphs + (size_t)view->morph_count * 24;
  return RPK_OK;
}

static int rpki_primitive_is_legal(const rpk_view* view, const uint8_t* p) {
  const uint32_t vertices = rpki_u32(p + 8), indices = rpki_u32(p + 20), coding = rpki_u32(p + 24);
  return rpki_u32(p) < view->name_count && vertices <= 1u << 26 && indices <= 1u << 28 &&
         indices % 3 == 0 && coding <= 2 && (coding != 0 || vertices <= 65536);
}

static int rpki_instance_is_legal(const rpk_view* view, const uint8_t* p) {
  const uint32_t mesh = rpki_u32(p + 4), skin = rpki_u32(p + 8);
  if (rpki_u32(p) >= view->node_count || mesh >= view->mesh_count) return 0;
  if (skin == RPK_NONE) return 1;
  if (skin >= view->skin_count) return 0;
  return rpki_u32(view->meshes + (size_t)mesh * 44 + 40) <=
         rpki_u32(view->skins + (size_t)skin * 12 + 8);
}

/* The tables of MESH, without the data they point at. */
static rpk_result rpki_prove_mesh_tables(rpk_view* view) {
  uint32_t i, primitives = 0, weights = 0, streams = 0, morphs = 0;
  int good = 1;
  for (i = 0; i < view->mesh_count && good; ++i) {
    const uint8_t* p = view->meshes + (size_t)i * 44;
    good = rpki_u32(p) < view->name_count && rpki_all_finite(p + 8, 4) && rpki_f32(p + 20) >= 0 &&
           rpki_tile(p + 24, &primitives, view->primitive_count) &&
           rpki_tile(p + 32, &weights, view->weight_count);
  }
  for (i = 0; i < view->primitive_count && good; ++i) {
    const uint8_t* p = view->primitives + (size_t)i * 44;
    good = rpki_primitive_is_legal(view, p) && rpki_tile(p + 12, &streams, view->stream_count) &&
           rpki_tile(p + 36, &morphs, view->morph_count);
  }
  for (i = 0; i < view->stream_count && good; ++i)
    good = rpki_stream_is_legal(view->streams + (size_t)i * 32);
  for (i = 0; i < view->instance_count && good; ++i) {
    const uint8_t* p = view->instances + (size_t)i * 20;
    good = rpki_instance_is_legal(view, p) && rpki_tile(p + 12, &weights, view->weight_count);
  }
  good = good && primitives == view->primitive_count && weights == view->weight_count &&
         streams == view->stream_count && morphs == view->morph_count &&
         rpki_all_finite(view->weights, view->weight_count);
  return good ? RPK_OK : rpki_fault(view, RPK_BAD_CHUNK, RPKI_MESH, 20);
}

static rpk_result rpki_prove_meshes(rpk_view* view) {
  rpki_ends ends;
  uint32_t m, i;
  rpk_result result = rpki_prove_mesh_sizes(view);
  if (result == RPK_OK) result = rpki_prove_mesh_tables(view);
  memset(&ends, 0, sizeof ends);
  ends.morphs = 4 + (uint64_t)view->morph_count * 24;
  for (m = 0; m < view->mesh_count && result == RPK_OK; ++m) {
    const uint8_t* mesh = view->meshes + (size_t)m * 44;
    for (i = 0; i < rpki_u32(mesh + 28) && result == RPK_OK; ++i)
      result = rpki_prove_primitive(view, view->primitives + (size_t)(rpki_u32(mesh + 24) + i) * 44,
                                    rpki_u32(mesh + 40), &ends);
  }
  if (result != RPK_OK) return result;
  if (ends.streams != view->chunk[RPKI_VSTR].size)
    return rpki_fault(view, RPK_BAD_STREAM, RPKI_VSTR, ends.streams);
  if (ends.indices != view->chunk[RPKI_INDX].size)
    return rpki_fault(view, RPK_BAD_STREAM, RPKI_INDX, ends.indices);
  if (ends.morphs != view->chunk[RPKI_MORF].size)
    return rpki_fault(view, RPK_BAD_STREAM, RPKI_MORF, ends.morphs);
  return RPK_OK;
}

/* ---- clips: tables and time (SPEC.md section 9) ---- */

enum { RPKI_TRANSLATION, RPKI_ROTATION, RPKI_SCALE, RPKI_MORPH_WEIGHTS };
enum { RPKI_CONSTANT, RPKI_STEP, RPKI_LINEAR, RPKI_CUBIC };

typedef struct rpki_track {
  uint32_t node, path, kind, components;
  uint32_t width; /* integers a knot */
  uint32_t value; /* of a constant, or the centre: index in the pool */
  double step;
} rpki_track;

static rpki_track rpki_track_head(const uint8_t* p) {
  const uint32_t what = rpki_u16(p + 2);
  rpki_track track;
  track.node = rpki_u16(p);
  track.path = what & 3u;
  track.kind = (what >> 2) & 3u;
  track.components = what >> 4;
  track.step = 0;
  track.value = 0;
  track.width = track.kind == RPKI_CONSTANT   ? 0
                : track.kind == RPKI_CUBIC    ? 3 * track.components
                : track.path == RPKI_ROTATION ? 3
                                              : track.components;
  return track;
}

static rpki_track rpki_constant_at(const rpk_view* view, uint32_t i) {
  rpki_track track = rpki_track_head(view->constants + (size_t)i * 8);
  track.value = rpki_u32(view->constants + (size_t)i * 8 + 4);
  return track;
}

static rpki_track rpki_animated_at(const rpk_view* view, uint32_t i) {
  const uint8_t* p = view->animated + (size_t)i * 12;
  rpki_track track = rpki_track_head(p);
  track.step = (double)rpki_f32(p + 4);
  track.value = rpki_u32(p + 8);
  return track;
}

static float rpki_pool(const rpk_view* view, uint32_t i) {
  return rpki_f32(view->pool + (size_t)i * 4);
}

typedef struct rpki_set {
  uint32_t count, first, num, den, blocks, first_track, track_count;
} rpki_set;

static rpki_set rpki_set_at(const rpk_view* view, uint32_t i) {
  const uint8_t* p = view->sets + (size_t)i * 28;
  rpki_set set;
  set.count = rpki_u32(p);
  set.first = rpki_u32(p + 4);
  set.num = rpki_u32(p + 8);
  set.den = rpki_u32(p + 12);
  set.blocks = rpki_u32(p + 16);
  set.first_track = rpki_u32(p + 20);
  set.track_count = rpki_u32(p + 24);
  return set;
}

static float rpki_time(const rpk_view* view, const rpki_set* set, uint32_t k) {
  if (set->den == 0) return rpki_f32(view->chunk[RPKI_RDAT].data + set->first + (size_t)k * 4);
  return (float)(((double)k + (double)set->first) * (double)set->num / (double)set->den);
}

/* The last key whose time is <= t, by halving. The first key's time must be. */
static uint32_t rpki_find_key(const rpk_view* view, const rpki_set* set, double t) {
  uint32_t low = 0, high = set->count;
  if (set->den != 0 && set->num != 0) {
    /* On a grid the guess is right up to rounding. */
    const double guess = t * (double)set->den / (double)set->num - (double)set->first;
    const uint32_t k =
        guess > 0 ? (guess < (double)(set->count - 1) ? (uint32_t)guess : set->count - 1) : 0;
    if ((double)rpki_time(view, set, k) <= t)
      low = k;
    else
      high = k;
    if (low + 1 < high && (double)rpki_time(view, set, low + 1) > t) return low;
  }
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if ((double)rpki_time(view, set, middle) <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* ---- clips: blocks (SPEC.md section 10) ----

   Every block is followed by at least 8 bytes, so that 64 bits can be loaded from any of its bytes. */

static uint32_t rpki_bits(const uint8_t* block, uint64_t at, uint32_t count) {
  return (uint32_t)(rpki_load(block + at / 8) >> (at % 8)) & ((1u << count) - 1);
}

static int32_t rpki_sign_extend(uint32_t value, uint32_t bits) {
  const uint32_t sign = bits == 0 ? 0 : 1u << (bits - 1);
  return (int32_t)(value ^ sign) - (int32_t)sign;
}

/* A place in a block: the header's next bit, the row's next bit, and the current track's minimum width. */
typedef struct rpki_cursor {
  const uint8_t* block;
  uint64_t head, row;
  uint32_t minimum_bits;
} rpki_cursor;

/* The cursor of knot k; `row_bits` is what one row takes. */
static rpki_cursor rpki_cursor_at(const rpk_view* view, const rpki_set* set, uint32_t k,
                                  uint64_t* row_bits) {
  const uint8_t* rdat = view->chunk[RPKI_RDAT].data;
  rpki_cursor c;
  uint64_t at = 0, sum = 0;
  uint32_t t, i;
  c.block = rdat + rpki_u32(rdat + set->blocks + (size_t)(k / 32) * 4);
  for (t = 0; t < set->track_count; ++t) {
    const rpki_track track = rpki_track_head(view->animated + (size_t)(set->first_track + t) * 12);
    const uint32_t m = rpki_bits(c.block, at, 5);
    at += 5;
    for (i = 0; i < track.width; ++i, at += 5 + m) sum += rpki_bits(c.block, at, 5);
  }
  c.head = 0;
  c.row = at + (k % 32) * sum;
  c.minimum_bits = 0;
  *row_bits = sum;
  return c;
}

/* Two neighbouring knots, or one twice. */
typedef struct rpki_pair {
  rpki_cursor a, b;
  int one_block; /* b shares a's header */
} rpki_pair;

static rpki_pair rpki_pair_at(const rpk_view* view, const rpki_set* set, uint32_t k,
                              int with_next) {
  rpki_pair pair;
  uint64_t row_bits;
  pair.a = pair.b = rpki_cursor_at(view, set, k, &row_bits);
  pair.one_block = !with_next || k % 32 != 31;
  if (with_next && pair.one_block) pair.b.row += row_bits;
  if (!pair.one_block) pair.b = rpki_cursor_at(view, set, k + 1, &row_bits);
  return pair;
}

static void rpki_begin_track(rpki_cursor* c) {
  c->minimum_bits = rpki_bits(c->block, c->head, 5);
  c->head += 5;
}

static void rpki_pair_track(rpki_pair* pair) {
  rpki_begin_track(&pair->a);
  if (!pair->one_block) rpki_begin_track(&pair->b);
}

static int32_t rpki_next_integer(rpki_cursor* c, int32_t* minimum, uint32_t* width) {
  const uint64_t word = rpki_load(c->block + c->head / 8) >> (c->head % 8);
  const uint32_t mask = (1u << c->minimum_bits) - 1;
  int32_t value;
  *width = (uint32_t)word & 31u;
  *minimum = rpki_sign_extend((uint32_t)(word >> 5) & mask, c->minimum_bits);
  c->head += 5 + c->minimum_bits;
  value = *minimum + (int32_t)rpki_bits(c->block, c->row, *width);
  c->row += *width;
  return value;
}

static void rpki_pair_next(rpki_pair* pair, int32_t* a, int32_t* b) {
  int32_t minimum;
  uint32_t width;
  *a = rpki_next_integer(&pair->a, &minimum, &width);
  if (pair->one_block) {
    *b = minimum + (int32_t)rpki_bits(pair->b.block, pair->b.row, width);
    pair->b.row += width;
  } else {
    *b = rpki_next_integer(&pair->b, &minimum, &width);
  }
}

/* ---- proof: clips ---- */

static rpk_result rpki_prove_clip_sizes(rpk_view* view) {
  const rpk_bytes c = view->chunk[RPKI_CLIP];
  if (c.size < 20) return rpki_fault(view, RPK_BAD_CHUNK, RPKI_CLIP, 0);
  view->clip_count = rpki_u32(c.data);
  view->set_count = rpki_u32(c.data + 4);
  view->constant_count = rpki_u32(c.data + 8);
  view->animated_count = rpki_u32(c.data + 12);
  view->float_count = rpki_u32(c.data + 16);
  if (c.size != 20 + (uint64_t)view->clip_count * 28 + (uint64_t)view->set_count * 28 +
                    (uint64_t)view->constant_count * 8 + (uint64_t)view->animated_count * 12 +
                    (uint64_t)view->float_count * 4)
    return rpki_fault(view, RPK_BAD_CHUNK, RPKI_CLIP, 0);
  view->clips = c.data + 20;
  view->sets = view->clips + (size_t)view->clip_count * 28;
  view->constants = view->sets + (size_t)view->set_count * 28;
  view->animated = view->constants + (size_t)view->constant_count * 8;
  view->pool = view->animated + (size_t)view->animated_count * 12;
  return RPK_OK;
}

static int rpki_track_is_legal(const rpk_view* view, const rpki_track* track) {
  const uint32_t expected = track->path == RPKI_ROTATION        ? 4
                            : track->path == RPKI_MORPH_WEIGHTS ? track->components
                                                                : 3;
  return track->node < view->node_count && track->components == expected && track->components > 0 &&
         track->value <= view->float_count && track->components <= view->float_count - track->value;
}

static rpk_result rpki_prove_clip_tables(rpk_view* view) {
  uint32_t i, sets = 0, constants = 0, animated = 0;
  int good = 1;
  for (i = 0; i < view->clip_count && good; ++i) {
    const uint8_t* p = view->clips + (size_t)i * 28;
    good = rpki_u32(p) < view->name_count && rpki_is_finite(p + 8) &&
           rpki_tile(p + 12, &sets, view->set_count) &&
           rpki_tile(p + 20, &constants, view->constant_count);
  }
  for (i = 0; i < view->set_count && good; ++i) {
    const rpki_set set = rpki_set_at(view, i);
    good = set.count > 0 && set.count <= 1u << 20 && (set.den != 0 || set.num == 0) &&
           set.track_count > 0 &&
           rpki_tile(view->sets + (size_t)i * 28 + 20, &animated, view->animated_count);
  }
  for (i = 0; i < view->constant_count && good; ++i) {
    const rpki_track track = rpki_constant_at(view, i);
    good = track.kind == RPKI_CONSTANT && rpki_track_is_legal(view, &track);
  }
  for (i = 0; i < view->animated_count && good; ++i) {
    const rpki_track track = rpki_animated_at(view, i);
    good = track.kind != RPKI_CONSTANT && rpki_is_finite(view->animated + (size_t)i * 12 + 4) &&
           track.step >= 0 && rpki_track_is_legal(view, &track);
  }
  good = good && sets == view->set_count && constants == view->constant_count &&
         animated == view->animated_count && rpki_all_finite(view->pool, view->float_count);
  return good ? RPK_OK : rpki_fault(view, RPK_BAD_CHUNK, RPKI_CLIP, 20);
}

static int rpki_prove_times(const rpk_view* view, const rpki_set* set, uint32_t lists_end) {
  uint32_t k;
  float last = 0;
  if (set->den == 0) {
    if (set->first % 4 != 0 || set->first > lists_end ||
        (uint64_t)set->count * 4 > lists_end - set->first)
      return 0;
    if (!rpki_all_finite(view->chunk[RPKI_RDAT].data + set->first, set->count)) return 0;
  }
  for (k = 0; k < set->count; ++k) {
    const float time = rpki_time(view, set, k);
    if (k > 0 && time < last) return 0;
    last = time;
  }
  return 1;
}

/* Proves that the block at `*at` ends below `limit`, the start of the last 8 bytes; moves `*at` past it. */
static int rpki_prove_block(const rpk_view* view, const rpki_set* set, uint32_t knots,
                            uint64_t limit, uint64_t* at) {
  const uint8_t* block = view->chunk[RPKI_RDAT].data + *at;
  const uint64_t room = (limit - *at) * 8;
  uint64_t bits = 0, row = 0, end;
  uint32_t t, i;
  for (t = 0; t < set->track_count; ++t) {
    const rpki_track track = rpki_track_head(view->animated + (size_t)(set->first_track + t) * 12);
    uint32_t m;
    if (room - bits < 5) return 0;
    m = rpki_bits(block, bits, 5);
    bits += 5;
    if (m > 24) return 0;
    for (i = 0; i < track.width; ++i) {
      uint32_t w;
      if (room - bits < 5 + (uint64_t)m) return 0;
      w = rpki_bits(block, bits, 5);
      bits += 5 + m;
      if (w > 24) return 0;
      row += w;
    }
  }
  bits += row * knots;
  end = *at + rpki_align((bits + 7) / 8, 4);
  if (end > limit) return 0;
  for (; bits < (end - *at) * 8; ++bits)
    if (rpki_bits(block, bits, 1) != 0) return 0;
  *at = end;
  return 1;
}

static int rpki_prove_set(const rpk_view* view, const rpki_set* set, uint64_t limit, uint64_t* at) {
  const uint8_t* rdat = view->chunk[RPKI_RDAT].data;
  const uint32_t blocks = (set->count + 31) / 32;
  const uint64_t table = *at;
  uint32_t b;
  if (set->blocks != table || table > limit || (uint64_t)blocks * 4 > limit - table) return 0;
  *at += (uint64_t)blocks * 4;
  for (b = 0; b < blocks; ++b) {
    const uint32_t knots = set->count - b * 32 < 32 ? set->count - b * 32 : 32;
    if (rpki_u32(rdat + table + (uint64_t)b * 4) != *at) return 0;
    if (!rpki_prove_block(view, set, knots, limit, at)) return 0;
  }
  return 1;
}

static rpk_result rpki_prove_clip_data(rpk_view* view) {
  const rpk_bytes c = view->chunk[RPKI_RDAT];
  const uint32_t lists_end = view->set_count == 0 ? 0 : rpki_set_at(view, 0).blocks;
  uint64_t at = lists_end, integers = 0;
  uint32_t i, t;
  for (i = 0; i < view->set_count; ++i) {
    const rpki_set set = rpki_set_at(view, i);
    for (t = 0; t < set.track_count; ++t)
      integers += (uint64_t)set.count *
                  rpki_track_head(view->animated + (size_t)(set.first_track + t) * 12).width;
  }
  if (integers > 1u << 28 || c.size < 8 || lists_end % 4 != 0 || lists_end > c.size - 8)
    return rpki_fault(view, RPK_BAD_BLOCK, RPKI_RDAT, 0);
  for (i = 0; i < view->set_count; ++i) {
    const rpki_set set = rpki_set_at(view, i);
    if (!rpki_prove_times(view, &set, lists_end) || !rpki_prove_set(view, &set, c.size - 8, &at))
      return rpki_fault(view, RPK_BAD_BLOCK, RPKI_RDAT, at);
  }
  if (at != c.size - 8 || !rpki_all_zero(c.data + at, 8))
    return rpki_fault(view, RPK_BAD_BLOCK, RPKI_RDAT, at);
  return RPK_OK;
}

RPK_API rpk_result rpk_open(rpk_view* view, const void* bytes, size_t size) {
  rpk_result result;
  memset(view, 0, sizeof *view);
  view->file = (const uint8_t*)bytes;
  result = rpki_header(view, view->file, size);
  if (result == RPK_OK) result = rpki_directory(view, size);
  if (result == RPK_OK) result = rpki_prove_names(view);
  if (result == RPK_OK) result = rpki_prove_certificate(view);
  if (result == RPK_OK) result = rpki_prove_nodes(view);
  if (result == RPK_OK) result = rpki_prove_skins(view);
  if (result == RPK_OK) result = rpki_prove_meshes(view);
  if (result == RPK_OK) result = rpki_prove_clip_sizes(view);
  if (result == RPK_OK) result = rpki_prove_clip_tables(view);
  if (result == RPK_OK) result = rpki_prove_clip_data(view);
  return result;
}

RPK_API const char* rpk_result_text(rpk_result result) {
  switch (result) {
    case RPK_OK:
      return "ok";
    case RPK_NOT_FOUND:
      return "not found";
    case RPK_TOO_SMALL:
      return "the destination is too small";
    case RPK_BAD_SIZE:
      return "truncated, or not the size that the header tells";
    case RPK_BAD_MAGIC:
      return "not an .rpk package";
    case RPK_BAD_VERSION:
      return "another package version: pack the asset again";
    case RPK_BAD_FEATURE:
      return "needs a feature or chunk that is unknown here";
    case RPK_BAD_DIRECTORY:
      return "chunks are missing, out of order or out of place";
    case RPK_BAD_CHECKSUM:
      return "damaged: a checksum differs";
    case RPK_BAD_CHUNK:
      return "a chunk's content is not as specified";
    case RPK_BAD_STREAM:
      return "coded vertices, indices or morphs do not decode";
    case RPK_BAD_BLOCK:
      return "clip data do not decode";
  }
  return "unknown result";
}

/* ---- nodes and skins ---- */

static rpk_string rpki_name(const rpk_view* view, uint32_t index) {
  const uint8_t* offsets = view->chunk[RPKI_STRS].data + 4;
  const char* text = (const char*)(offsets + ((size_t)view->name_count + 1) * 4);
  const uint32_t begin = rpki_u32(offsets + (size_t)index * 4);
  rpk_string out;
  out.text = text + begin;
  out.length = rpki_u32(offsets + (size_t)index * 4 + 4) - begin;
  return out;
}

static const uint8_t* rpki_floats(const uint8_t* p, float* out, uint32_t count) {
  uint32_t i;
  for (i = 0; i < count; ++i) out[i] = rpki_f32(p + 4 * i);
  return p + 4 * count;
}

static void rpki_rest(const rpk_view* view, uint32_t node, rpk_trs* out) {
  const uint8_t* p = view->chunk[RPKI_NODE].data + (size_t)node * 56 + 16;
  p = rpki_floats(p, out->translation, 3);
  p = rpki_floats(p, out->rotation, 4);
  rpki_floats(p, out->scale, 3);
}

RPK_API uint32_t rpk_node_count(const rpk_view* view) {
  return view->node_count;
}

RPK_API rpk_node rpk_get_node(const rpk_view* view, uint32_t node) {
  const uint8_t* p = view->chunk[RPKI_NODE].data + (size_t)node * 56;
  rpk_node out;
  memset(&out, 0, sizeof out);
  if (node >= view->node_count) return out;
  out.name = rpki_name(view, rpki_u32(p + 4));
  out.parent = rpki_u32(p);
  out.roles = rpki_u32(p + 8);
  out.source_node = rpki_u32(p + 12);
  rpki_rest(view, node, &out.rest);
  return out;
}

RPK_API uint32_t rpk_skin_count(const rpk_view* view) {
  return view->skin_count;
}

RPK_API rpk_skin rpk_get_skin(const rpk_view* view, uint32_t skin) {
  rpk_skin out;
  memset(&out, 0, sizeof out);
  if (skin >= view->skin_count) return out;
  out.name = rpki_name(view, rpki_u32(view->skins + (size_t)skin * 12));
  out.slot_count = rpki_u32(view->skins + (size_t)skin * 12 + 8);
  return out;
}

RPK_API uint32_t rpk_skin_node(const rpk_view* view, uint32_t skin, uint32_t slot) {
  const uint8_t* p = view->skins + (size_t)skin * 12;
  if (skin >= view->skin_count || slot >= rpki_u32(p + 8)) return 0;
  return rpki_u32(view->skin_nodes + (size_t)(rpki_u32(p + 4) + slot) * 4);
}

/* ---- rotations, in double; error below 1e-11 rad ---- */

/* sin(x) / x from s = x * x <= 10, by its power series: even and odd terms apart, so that neither waits for the other. */
static double rpki_sinc(double s) {
  const double z = s * s;
  const double even =
      1 + z * (1.0 / 120 + z * (1.0 / 362880 + z * (1.0 / 6227020800.0 +
                                                    z * (1.0 / 355687428096000.0 +
                                                         z * (1.0 / 51090942171709440000.0)))));
  const double odd =
      1.0 / 6 + z * (1.0 / 5040 + z * (1.0 / 39916800.0 + z * (1.0 / 1307674368000.0 +
                                                               z * (1.0 / 121645100408832000.0))));
  return even - s * odd;
}

/* cos(x) from s = x * x <= 10, likewise. */
static double rpki_cos(double s) {
  const double z = s * s;
  const double even =
      1 + z * (1.0 / 24 + z * (1.0 / 40320 +
                               z * (1.0 / 479001600.0 + z * (1.0 / 20922789888000.0 +
                                                             z * (1.0 / 2432902008176640000.0)))));
  const double odd =
      1.0 / 2 +
      z * (1.0 / 720 + z * (1.0 / 3628800.0 + z * (1.0 / 87178291200.0 +
                                                   z * (1.0 / 6402373705728000.0 +
                                                        z * (1.0 / 1124000727777607680000.0)))));
  return even - s * odd;
}

/* exp of a rotation vector, as a quaternion. */
static void rpki_exp(const double v[3], double q[4]) {
  const double turn = 6.283185307179586476925;
  double s = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * 0.25, factor;
  if (s <= 9.8) {
    factor = 0.5 * rpki_sinc(s);
    q[3] = rpki_cos(s);
  } else {
    const double half = sqrt(s);
    const double rest = half < 1e9 ? half - turn * (double)(int64_t)(half / turn + 0.5) : 0;
    s = rest * rest;
    factor = 0.5 * rest * rpki_sinc(s) / half;
    q[3] = rpki_cos(s);
  }
  q[0] = v[0] * factor;
  q[1] = v[1] * factor;
  q[2] = v[2] * factor;
}

static void rpki_multiply(const double a[4], const double b[4], double q[4]) {
  q[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  q[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
  q[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
  q[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* The angle between two unit quaternions, squared, from x = |a - b|^2 / 4 = sin(angle / 2)^2 <= 1/2: the series of
   asin at a quarter of the angle. */
static double rpki_angle_squared(double x) {
  const double y = x / (2 * (1 + sqrt(1 - x))), z = y * y;
  const double even =
      1 + z * (3.0 / 40 + z * (35.0 / 1152 + z * (231.0 / 13312 + z * (6435.0 / 557056 +
                                                                       z * (46189.0 / 5505024)))));
  const double odd =
      1.0 / 6 + z * (5.0 / 112 + z * (63.0 / 2816 + z * (143.0 / 10240 + z * (12155.0 / 1245184))));
  const double p = even + y * odd;
  return 16 * y * p * p;
}

/* Slerp along the shorter arc; `b` may be negated. */
static void rpki_slerp(const double a[4], double b[4], double u, double q[4]) {
  double dot = 0, x = 0, s, wa, wb, whole;
  int i;
  for (i = 0; i < 4; ++i) dot += a[i] * b[i];
  for (i = 0; i < 4 && dot < 0; ++i) b[i] = -b[i];
  for (i = 0; i < 4; ++i) x += (a[i] - b[i]) * (a[i] - b[i]);
  s = rpki_angle_squared(x < 2 ? x * 0.25 : 0.5);
  whole = rpki_sinc(s);
  wa = (1 - u) * (rpki_sinc((1 - u) * (1 - u) * s) / whole);
  wb = u * (rpki_sinc(u * u * s) / whole);
  for (i = 0; i < 4; ++i) q[i] = wa * a[i] + wb * b[i];
}

static void rpki_normalize(double q[4]) {
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  int i;
  for (i = 0; i < 4; ++i) q[i] = length > 0 ? q[i] / length : (i == 3 ? 1.0 : 0.0);
}

/* ---- sampling ---- */

/* A time between two keys of a time set. */
typedef struct rpki_when {
  uint32_t key;
  int with_next; /* 0: the key's value as it is */
  double u, h;   /* share of the interval, and its length */
} rpki_when;

static rpki_when rpki_locate(const rpk_view* view, const rpki_set* set, double t) {
  const uint32_t last = set->count - 1;
  rpki_when when;
  when.key = 0;
  when.with_next = 0;
  when.u = when.h = 0;
  if (!(t >= (double)rpki_time(view, set, 0))) return when;
  if (t >= (double)rpki_time(view, set, last)) {
    when.key = last;
    return when;
  }
  when.key = rpki_find_key(view, set, t);
  {
    const double t0 = (double)rpki_time(view, set, when.key),
                 t1 = (double)rpki_time(view, set, when.key + 1);
    when.h = t1 - t0;
    when.u = (t - t0) / when.h;
    when.with_next = when.u > 0;
  }
  return when;
}

/* Weights of a knot's and the next one's three groups in a cubic sample (in-tangent, value, out-tangent). */
static void rpki_hermite(const rpki_when* when, double first[3], double next[3]) {
  const double u = when->u, u2 = u * u, u3 = u2 * u;
  first[0] = 0;
  first[1] = 2 * u3 - 3 * u2 + 1;
  first[2] = when->h * (u3 - 2 * u2 + u);
  next[0] = when->h * (u3 - u2);
  next[1] = 3 * u2 - 2 * u3;
  next[2] = 0;
}

static void rpki_skip(rpki_pair* pair, uint32_t width) {
  int32_t a, b;
  while (width-- > 0) rpki_pair_next(pair, &a, &b);
}

/* A rotation given as rotation vectors about the centre. */
static void rpki_sample_rotation(const rpki_track* track, const double centre[4],
                                 const rpki_when* when, rpki_pair* pair, double out[4]) {
  double va[3], vb[3], e[4], qa[4], qb[4];
  int32_t a, b;
  int i;
  for (i = 0; i < 3; ++i) {
    rpki_pair_next(pair, &a, &b);
    va[i] = track->step * (double)a;
    vb[i] = track->step * (double)b;
  }
  rpki_exp(va, e);
  rpki_multiply(centre, e, qa);
  if (track->kind == RPKI_STEP || !when->with_next) {
    memcpy(out, qa, sizeof qa);
    return;
  }
  rpki_exp(vb, e);
  rpki_multiply(centre, e, qb);
  rpki_slerp(qa, qb, when->u, out);
}

/* Adds component by component; `out` has `components` numbers. */
static void rpki_sample_plain(const rpki_track* track, const double centre[4],
                              const rpki_when* when, rpki_pair* pair, double out[4]) {
  double first[3] = {0, 1, 0}, next[3] = {0, 0, 0};
  const uint32_t groups = track->kind == RPKI_CUBIC ? 3 : 1;
  uint32_t g, i;
  int32_t a, b;
  if (track->kind == RPKI_CUBIC) {
    rpki_hermite(when, first, next);
  } else if (track->kind == RPKI_LINEAR) {
    first[1] = 1 - when->u;
    next[1] = when->u;
  }
  for (i = 0; i < track->components; ++i) out[i] = centre[i];
  for (g = 0; g < groups; ++g)
    for (i = 0; i < track->components; ++i) {
      const uint32_t group = groups == 1 ? 1 : g;
      rpki_pair_next(pair, &a, &b);
      out[i] += track->step * (first[group] * (double)a + next[group] * (double)b);
    }
  if (track->path == RPKI_ROTATION) rpki_normalize(out);
}

static void rpki_put(rpk_trs* out, const rpki_track* track, const double value[4]) {
  float* to = track->path == RPKI_TRANSLATION ? out->translation
              : track->path == RPKI_ROTATION  ? out->rotation
                                              : out->scale;
  uint32_t i;
  for (i = 0; i < track->components; ++i) to[i] = rpki_float(value[i]);
}

static void rpki_sample_set(const rpk_view* view, const rpki_set* set, double t, rpk_trs* out,
                            uint32_t count) {
  const rpki_when when = rpki_locate(view, set, t);
  rpki_pair pair = rpki_pair_at(view, set, when.key, when.with_next);
  uint32_t i, c;
  for (i = 0; i < set->track_count; ++i) {
    const rpki_track track = rpki_animated_at(view, set->first_track + i);
    double centre[4], value[4];
    rpki_pair_track(&pair);
    if (track.path == RPKI_MORPH_WEIGHTS || track.node >= count) {
      rpki_skip(&pair, track.width);
      continue;
    }
    for (c = 0; c < track.components; ++c) centre[c] = (double)rpki_pool(view, track.value + c);
    if (track.width == 3 && track.path == RPKI_ROTATION)
      rpki_sample_rotation(&track, centre, &when, &pair, value);
    else
      rpki_sample_plain(&track, centre, &when, &pair, value);
    rpki_put(&out[track.node], &track, value);
  }
}

RPK_API uint32_t rpk_clip_count(const rpk_view* view) {
  return view->clip_count;
}

RPK_API rpk_result rpk_clip_info(const rpk_view* view, uint32_t clip, rpk_clip_desc* out) {
  const uint8_t* p = view->clips + (size_t)clip * 28;
  memset(out, 0, sizeof *out);
  if (clip >= view->clip_count) return RPK_NOT_FOUND;
  out->name = rpki_name(view, rpki_u32(p));
  out->source_clip = rpki_u32(p + 4);
  out->duration_s = rpki_f32(p + 8);
  return RPK_OK;
}

RPK_API uint32_t rpk_find_clip(const rpk_view* view, const char* name, size_t length) {
  uint32_t i;
  for (i = 0; i < view->clip_count; ++i) {
    const rpk_string found = rpki_name(view, rpki_u32(view->clips + (size_t)i * 28));
    if (found.length == length && memcmp(found.text, name, length) == 0) return i;
  }
  return RPK_NONE;
}

RPK_API void rpk_rest_pose(const rpk_view* view, rpk_trs* out, uint32_t count) {
  uint32_t i;
  for (i = 0; i < count && i < view->node_count; ++i) rpki_rest(view, i, &out[i]);
}

RPK_API void rpk_sample(const rpk_view* view, uint32_t clip, double t_s, rpk_trs* out,
                        uint32_t count) {
  const uint8_t* p = view->clips + (size_t)clip * 28;
  uint32_t i, c;
  if (clip >= view->clip_count) return;
  for (i = 0; i < rpki_u32(p + 24); ++i) {
    const rpki_track track = rpki_constant_at(view, rpki_u32(p + 20) + i);
    double value[4];
    if (track.path == RPKI_MORPH_WEIGHTS || track.node >= count) continue;
    for (c = 0; c < track.components; ++c) value[c] = (double)rpki_pool(view, track.value + c);
    rpki_put(&out[track.node], &track, value);
  }
  for (i = 0; i < rpki_u32(p + 16); ++i) {
    const rpki_set set = rpki_set_at(view, rpki_u32(p + 12) + i);
    rpki_sample_set(view, &set, t_s, out, count);
  }
}

/* ---- morph weights ---- */

static void rpki_sample_weights(const rpk_view* view, const rpki_track* track,
                                const rpki_when* when, rpki_pair* pair, float* weights,
                                uint32_t count) {
  double first[3] = {0, 1, 0}, next[3] = {0, 0, 0};
  const uint32_t n = track->components, groups = track->kind == RPKI_CUBIC ? 3 : 1;
  uint32_t g, i;
  int32_t a, b;
  if (track->kind == RPKI_CUBIC) {
    rpki_hermite(when, first, next);
  } else if (track->kind == RPKI_LINEAR) {
    first[1] = 1 - when->u;
    next[1] = when->u;
  }
  for (i = 0; i < n && i < count; ++i) weights[i] = rpki_pool(view, track->value + i);
  for (g = 0; g < groups; ++g)
    for (i = 0; i < n; ++i) {
      const uint32_t group = groups == 1 ? 1 : g;
      rpki_pair_next(pair, &a, &b);
      if (i < count)
        weights[i] = rpki_float((double)weights[i] +
                                track->step * (first[group] * (double)a + next[group] * (double)b));
    }
}

static void rpki_weights_of_set(const rpk_view* view, const rpki_set* set, double t, uint32_t node,
                                float* weights, uint32_t count) {
  rpki_when when;
  rpki_pair pair;
  uint32_t i, found = 0;
  for (i = 0; i < set->track_count && !found; ++i) {
    const rpki_track track = rpki_track_head(view->animated + (size_t)(set->first_track + i) * 12);
    found = track.path == RPKI_MORPH_WEIGHTS && track.node == node;
  }
  if (!found) return;
  when = rpki_locate(view, set, t);
  pair = rpki_pair_at(view, set, when.key, when.with_next);
  for (i = 0; i < set->track_count; ++i) {
    const rpki_track track = rpki_animated_at(view, set->first_track + i);
    rpki_pair_track(&pair);
    if (track.path == RPKI_MORPH_WEIGHTS && track.node == node)
      rpki_sample_weights(view, &track, &when, &pair, weights, count);
    else
      rpki_skip(&pair, track.width);
  }
}

RPK_API void rpk_sample_morphs(const rpk_view* view, uint32_t clip, double t_s, uint32_t instance,
                               float* weights, uint32_t count) {
  const uint8_t* inst = view->instances + (size_t)instance * 20;
  const uint8_t* range = inst + 12;
  const uint8_t* p = view->clips + (size_t)clip * 28;
  uint32_t i, k;
  for (i = 0; i < count; ++i) weights[i] = 0;
  if (instance >= view->instance_count) return;
  if (rpki_u32(range + 4) == 0) range = view->meshes + (size_t)rpki_u32(inst + 4) * 44 + 32;
  for (i = 0; i < count && i < rpki_u32(range + 4); ++i)
    weights[i] = rpki_f32(view->weights + (size_t)(rpki_u32(range) + i) * 4);
  if (clip >= view->clip_count) return;
  for (i = 0; i < rpki_u32(p + 24); ++i) {
    const rpki_track track = rpki_constant_at(view, rpki_u32(p + 20) + i);
    if (track.path != RPKI_MORPH_WEIGHTS || track.node != rpki_u32(inst)) continue;
    for (k = 0; k < count && k < track.components; ++k)
      weights[k] = rpki_pool(view, track.value + k);
  }
  for (i = 0; i < rpki_u32(p + 16); ++i) {
    const rpki_set set = rpki_set_at(view, rpki_u32(p + 12) + i);
    rpki_weights_of_set(view, &set, t_s, rpki_u32(inst), weights, count);
  }
}

/* ---- model space ---- */

static void rpki_matrix(const rpk_trs* trs, double m[12]) {
  const double x = (double)trs->rotation[0], y = (double)trs->rotation[1],
               z = (double)trs->rotation[2], w = (double)trs->rotation[3];
  const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                       2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                       2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
  int row, column;
  for (row = 0; row < 3; ++row) {
    for (column = 0; column < 3; ++column)
      m[4 * row + column] = r[3 * row + column] * (double)trs->scale[column];
    m[4 * row + 3] = (double)trs->translation[row];
  }
}

/* out = a * b. */
static void rpki_concatenate(const rpk_mat34* a, const double b[12], rpk_mat34* out) {
  int row, column;
  for (row = 0; row < 3; ++row) {
    const double a0 = (double)a->m[4 * row], a1 = (double)a->m[4 * row + 1],
                 a2 = (double)a->m[4 * row + 2];
    for (column = 0; column < 4; ++column)
      out->m[4 * row + column] =
          rpki_float(a0 * b[column] + a1 * b[4 + column] + a2 * b[8 + column] +
                     (column == 3 ? (double)a->m[4 * row + 3] : 0.0));
  }
}

RPK_API void rpk_to_model(const rpk_view* view, const rpk_trs* local, rpk_mat34* model) {
  uint32_t i;
  int k;
  for (i = 0; i < view->node_count; ++i) {
    const uint32_t parent = rpki_u32(view->chunk[RPKI_NODE].data + (size_t)i * 56);
    double m[12];
    rpki_matrix(&local[i], m);
    if (parent != RPK_NONE)
      rpki_concatenate(&model[parent], m, &model[i]);
    else
      for (k = 0; k < 12; ++k) model[i].m[k] = rpki_float(m[k]);
  }
}

RPK_API void rpk_palette(const rpk_view* view, uint32_t skin, const rpk_mat34* model,
                         rpk_mat34* palette) {
  const uint8_t* p = view->skins + (size_t)skin * 12;
  uint32_t slot, k;
  if (skin >= view->skin_count) return;
  for (slot = 0; slot < rpki_u32(p + 8); ++slot) {
    const size_t at = (size_t)rpki_u32(p + 4) + slot;
    double bind[12];
    for (k = 0; k < 12; ++k) bind[k] = (double)rpki_f32(view->skin_binds + at * 48 + 4 * k);
    rpki_concatenate(&model[rpki_u32(view->skin_nodes + at * 4)], bind, &palette[slot]);
  }
}

/* ---- meshes ---- */

RPK_API uint32_t rpk_mesh_count(const rpk_view* view) {
  return view->mesh_count;
}

RPK_API rpk_mesh rpk_get_mesh(const rpk_view* view, uint32_t mesh) {
  const uint8_t* p = view->meshes + (size_t)mesh * 44;
  rpk_mesh out;
  memset(&out, 0, sizeof out);
  if (mesh >= view->mesh_count) return out;
  out.name = rpki_name(view, rpki_u32(p));
  out.source_mesh = rpki_u32(p + 4);
  out.first_primitive = rpki_u32(p + 24);
  out.primitive_count = rpki_u32(p + 28);
  return out;
}

static const uint8_t* rpki_mesh_of(const rpk_view* view, uint32_t primitive) {
  const uint8_t* p = view->meshes;
  while (primitive >= rpki_u32(p + 24) + rpki_u32(p + 28)) p += 44;
  return p;
}

RPK_API uint32_t rpk_primitive_count(const rpk_view* view) {
  return view->primitive_count;
}

RPK_API rpk_primitive rpk_get_primitive(const rpk_view* view, uint32_t primitive) {
  const uint8_t* p = view->primitives + (size_t)primitive * 44;
  uint32_t i;
  rpk_primitive out;
  memset(&out, 0, sizeof out);
  if (primitive >= view->primitive_count) return out;
  out.material = rpki_name(view, rpki_u32(p));
  out.mesh = (uint32_t)((rpki_mesh_of(view, primitive) - view->meshes) / 44);
  out.source_primitive = rpki_u32(p + 4);
  out.vertex_count = rpki_u32(p + 8);
  out.index_count = rpki_u32(p + 20);
  out.stream_count = rpki_u32(p + 16);
  out.morph_count = rpki_u32(p + 40);
  for (i = 0; i < out.stream_count; ++i)
    if (view->streams[(size_t)(rpki_u32(p + 12) + i) * 32] == RPK_JOINTS) ++out.influence_sets;
  return out;
}

RPK_API uint32_t rpk_instance_count(const rpk_view* view) {
  return view->instance_count;
}

RPK_API rpk_instance rpk_get_instance(const rpk_view* view, uint32_t instance) {
  const uint8_t* p = view->instances + (size_t)instance * 20;
  rpk_instance out;
  memset(&out, 0, sizeof out);
  if (instance >= view->instance_count) return out;
  out.node = rpki_u32(p);
  out.mesh = rpki_u32(p + 4);
  out.skin = rpki_u32(p + 8);
  return out;
}

static void rpki_describe(const rpk_view* view, uint32_t primitive, const uint8_t* p,
                          rpk_stream_desc* out) {
  const uint8_t* mesh = rpki_mesh_of(view, primitive);
  int i;
  out->semantic = (rpk_semantic)p[0];
  out->set = p[1];
  out->format = (rpk_format)p[2];
  out->count = rpki_u32(view->primitives + (size_t)primitive * 44 + 8);
  out->element_size = rpki_format_size(p[2]);
  out->coding = p[3];
  out->stored.data = view->chunk[RPKI_VSTR].data + rpki_u32(p + 4);
  out->stored.size = rpki_u32(p + 8);
  if (p[0] == RPK_POSITION) {
    rpki_floats(mesh + 8, out->offset, 3);
    for (i = 0; i < 3; ++i) out->scale[i] = rpki_f32(mesh + 20);
  } else {
    rpki_floats(p + 16, out->offset, 2);
    rpki_floats(p + 24, out->scale, 2);
  }
}

RPK_API rpk_result rpk_stream(const rpk_view* view, uint32_t primitive, rpk_semantic semantic,
                              uint32_t set, rpk_stream_desc* out) {
  const uint8_t* p = view->primitives + (size_t)primitive * 44;
  uint32_t i;
  memset(out, 0, sizeof *out);
  if (primitive >= view->primitive_count) return RPK_NOT_FOUND;
  for (i = 0; i < rpki_u32(p + 16); ++i) {
    const uint8_t* stream = view->streams + (size_t)(rpki_u32(p + 12) + i) * 32;
    if (stream[0] != (uint32_t)semantic || stream[1] != set) continue;
    rpki_describe(view, primitive, stream, out);
    return RPK_OK;
  }
  return RPK_NOT_FOUND;
}

RPK_API rpk_result rpk_stream_decode(const rpk_stream_desc* desc, void* dst, size_t capacity) {
  rpki_elements elements;
  uint8_t* to = (uint8_t*)dst;
  uint32_t count;
  if (capacity < (uint64_t)desc->count * desc->element_size) return RPK_TOO_SMALL;
  if (!rpki_elements_begin(&elements, desc->stored, desc->coding, desc->count, desc->element_size))
    return RPK_BAD_STREAM;
  while ((count = rpki_elements_next(&elements, to)) > 0) to += (size_t)count * desc->element_size;
  return rpki_elements_ended(&elements) ? RPK_OK : RPK_BAD_STREAM;
}

/* An octahedral direction, unit length. */
static void rpki_octahedral(double x, double y, float out[3]) {
  const double z = 1 - fabs(x) - fabs(y), fold = z < 0 ? -z : 0;
  double length;
  x += x < 0 ? fold : -fold;
  y += y < 0 ? fold : -fold;
  length = sqrt(x * x + y * y + z * z);
  out[0] = (float)(x / length);
  out[1] = (float)(y / length);
  out[2] = (float)(z / length);
}

static double rpki_snorm(int32_t value, int32_t most) {
  return value < -most ? -1.0 : (double)value / (double)most;
}

static void rpki_direction(const rpk_stream_desc* desc, const uint8_t* p, float* out) {
  const int wide = desc->format == RPK_OCT16X4;
  const int32_t most = wide ? 32767 : 127;
  const int32_t x = wide ? rpki_i16(p) : rpki_i8(p), y = wide ? rpki_i16(p + 2) : rpki_i8(p + 1);
  const int32_t sign = wide ? rpki_i16(p + 4) : rpki_i8(p + 2);
  rpki_octahedral(rpki_snorm(x, most), rpki_snorm(y, most), out);
  if (desc->semantic == RPK_TANGENT) out[3] = sign < 0 ? -1.0f : 1.0f;
}

static void rpki_dequantize(const rpk_stream_desc* desc, const uint8_t* p, float* out) {
  const uint32_t width = rpk_stream_width(desc);
  uint32_t i;
  if (desc->format == RPK_OCT8X4 || desc->format == RPK_OCT16X4) {
    rpki_direction(desc, p, out);
    return;
  }
  for (i = 0; i < width; ++i) {
    if (desc->format == RPK_F32X3 || desc->format == RPK_F32X2)
      out[i] = rpki_f32(p + 4 * i);
    else if (desc->format == RPK_UNORM8X4)
      out[i] = (float)((double)p[i] / 255.0);
    else if (desc->format == RPK_UNORM16X4W)
      out[i] = (float)((double)rpki_u16(p + 2 * i) / 65535.0);
    else
      out[i] = rpki_float((double)desc->offset[i] +
                          (double)desc->scale[i] * (double)rpki_u16(p + 2 * i) / 65535.0);
  }
}

RPK_API uint32_t rpk_stream_width(const rpk_stream_desc* desc) {
  static const uint8_t widths[7] = {3, 3, 4, 2, 4, 0, 4};
  return widths[desc->semantic];
}

RPK_API rpk_result rpk_stream_floats(const rpk_stream_desc* desc, float* dst, size_t stride) {
  rpki_elements elements;
  uint8_t scratch[RPKI_SCRATCH];
  uint32_t count, i;
  if (rpk_stream_width(desc) == 0) return RPK_NOT_FOUND;
  if (!rpki_elements_begin(&elements, desc->stored, desc->coding, desc->count, desc->element_size))
    return RPK_BAD_STREAM;
  while ((count = rpki_elements_next(&elements, scratch)) > 0)
    for (i = 0; i < count; ++i, dst += stride)
      rpki_dequantize(desc, scratch + (size_t)i * desc->element_size, dst);
  return rpki_elements_ended(&elements) ? RPK_OK : RPK_BAD_STREAM;
}

RPK_API rpk_result rpk_stream_joints(const rpk_stream_desc* desc, uint16_t* dst, size_t stride) {
  rpki_elements elements;
  uint8_t scratch[RPKI_SCRATCH];
  uint32_t count, i, k;
  if (desc->semantic != RPK_JOINTS) return RPK_NOT_FOUND;
  if (!rpki_elements_begin(&elements, desc->stored, desc->coding, desc->count, desc->element_size))
    return RPK_BAD_STREAM;
  while ((count = rpki_elements_next(&elements, scratch)) > 0)
    for (i = 0; i < count; ++i, dst += stride)
      for (k = 0; k < 4; ++k) {
        const uint8_t* p = scratch + (size_t)i * desc->element_size;
        dst[k] = (uint16_t)(desc->format == RPK_U8X4 ? p[k] : rpki_u16(p + 2 * k));
      }
  return rpki_elements_ended(&elements) ? RPK_OK : RPK_BAD_STREAM;
}

RPK_API rpk_result rpk_indices(const rpk_view* view, uint32_t primitive, void* dst, size_t capacity,
                               uint32_t index_size) {
  const uint8_t* p = view->primitives + (size_t)primitive * 44;
  rpk_bytes stored;
  if (primitive >= view->primitive_count) return RPK_NOT_FOUND;
  if ((index_size != 2 && index_size != 4) || (index_size == 2 && rpki_u32(p + 8) > 65536) ||
      capacity < (uint64_t)rpki_u32(p + 20) * index_size)
    return RPK_TOO_SMALL;
  stored.data = view->chunk[RPKI_INDX].data + rpki_u32(p + 28);
  stored.size = rpki_u32(p + 32);
  return rpki_decode_indices(stored, rpki_u32(p + 24), rpki_u32(p + 20), rpki_u32(p + 8), dst,
                             index_size)
             ? RPK_OK
             : RPK_BAD_STREAM;
}

static void rpki_add_delta(const uint8_t* p, double scale, float* to) {
  int i;
  for (i = 0; i < 3; ++i) to[i] = rpki_float((double)to[i] + scale * (double)rpki_i16(p + 2 * i));
}

RPK_API rpk_result rpk_morph_add(const rpk_view* view, uint32_t primitive, uint32_t target,
                                 float weight, float* positions, float* normals) {
  const uint8_t* p = view->primitives + (size_t)primitive * 44;
  const uint8_t* morph;
  double position_scale, normal_scale;
  rpki_elements elements;
  uint8_t scratch[RPKI_SCRATCH];
  uint32_t count, i, size;
  if (primitive >= view->primitive_count || target >= rpki_u32(p + 40)) return RPK_NOT_FOUND;
  morph = view->morphs + (size_t)(rpki_u32(p + 36) + target) * 24;
  size = morph[13] ? 16 : 12;
  position_scale = (double)rpki_f32(morph) * (double)weight / 32767.0;
  normal_scale = (double)rpki_f32(morph + 4) * (double)weight / 32767.0;
  if (!rpki_elements_begin(&elements, rpki_morph_bytes(view, morph), morph[12], rpki_u32(morph + 8),
                           size))
    return RPK_BAD_STREAM;
  while ((count = rpki_elements_next(&elements, scratch)) > 0)
    for (i = 0; i < count; ++i) {
      const uint8_t* e = scratch + (size_t)i * size;
      const size_t vertex = rpki_u32(e);
      if (positions != NULL) rpki_add_delta(e + 4, position_scale, positions + 3 * vertex);
      if (normals != NULL && morph[13]) rpki_add_delta(e + 10, normal_scale, normals + 3 * vertex);
    }
  return rpki_elements_ended(&elements) ? RPK_OK : RPK_BAD_STREAM;
}

/* ---- skinning ---- */

static void rpki_blend(const rpk_skin_job* job, uint32_t vertex, double m[12]) {
  uint32_t i;
  int k;
  for (k = 0; k < 12; ++k) m[k] = 0;
  for (i = 0; i < job->influences; ++i) {
    const size_t at = (size_t)vertex * job->influences + i;
    const double weight = (double)job->weights[at];
    if (weight == 0 || job->joints[at] >= job->palette_count) continue;
    for (k = 0; k < 12; ++k) m[k] += weight * (double)job->palette[job->joints[at]].m[k];
  }
}

/* The cofactor matrix is the inverse transpose times the determinant: its sign is kept, the length is made 1. */
static void rpki_skin_normal(const double m[12], const float* n, float* out) {
  double r[3], length, determinant = 0;
  int i, k;
  for (i = 0; i < 3; ++i) {
    const double* b = m + 4 * ((i + 1) % 3);
    const double* c = m + 4 * ((i + 2) % 3);
    r[i] = 0;
    for (k = 0; k < 3; ++k) {
      const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      const double cofactor = b[k1] * c[k2] - b[k2] * c[k1];
      r[i] += cofactor * (double)n[k];
      if (i == 0) determinant += m[k] * cofactor;
    }
  }
  length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  if (determinant < 0) length = -length;
  for (i = 0; i < 3; ++i) out[i] = length > 0 || length < 0 ? rpki_float(r[i] / length) : n[i];
}

RPK_API void rpk_skin_lbs(const rpk_skin_job* job) {
  uint32_t v;
  int row;
  for (v = 0; v < job->vertex_count; ++v) {
    const float* p = job->positions + (size_t)v * 3;
    float* out = job->out_positions + (size_t)v * 3;
    const double x = (double)p[0], y = (double)p[1], z = (double)p[2];
    double m[12];
    rpki_blend(job, v, m);
    for (row = 0; row < 3; ++row)
      out[row] =
          rpki_float(m[4 * row] * x + m[4 * row + 1] * y + m[4 * row + 2] * z + m[4 * row + 3]);
    if (job->normals != NULL && job->out_normals != NULL)
      rpki_skin_normal(m, job->normals + (size_t)v * 3, job->out_normals + (size_t)v * 3);
  }
}

#ifdef __cplusplus
}
#endif
#endif /* RPK_IMPLEMENTATION */
