// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// Text to pixels, from C: texts in any script, documents and scenes become bitmaps.
//
// Threads: any thread may call any function at any time, also with the same handle. Functions work
// on the calling thread, but for those of a batch, whose work runs on threads of the library.
//
// Handles: numbers, of which 0 stands for none. Whoever gets one frees it with `at_free`, once. A
// handle that was freed, or that is of another kind, is told (`AT_INVALID_HANDLE`) and not
// followed. The table of handles is the only state that calls share besides caches.
//
// Errors: functions that can fail return a status, and fill `error` unless it is null. What they
// would have returned otherwise stays as it was. Ill-formed UTF-8 is no error: it is read as U+FFFD.
//
// Texts and JSON are UTF-8 with a length; they may hold U+0000. They, and all structures, are read
// during the call only. Lengths are in points, y runs downwards.
//
// After `fork` the child may go on, unless at that moment lanes had begun or another thread was in
// a call: then each call says `AT_FORKED`.

#ifndef ASYNCTEXT_H
#define ASYNCTEXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Statuses

/// The result of a call.
typedef int32_t at_status;

enum {
  AT_OK = 0,
  /// A pointer is null that must not be, a structure has another size, a flag is not known, or a
  /// number is not one that the function takes.
  AT_INVALID_ARGUMENT = 1,
  /// A handle was freed, was never made, or is of another kind.
  AT_INVALID_HANDLE = 2,
  /// JSON is not valid, or a member or value is not of its form.
  AT_MALFORMED = 3,
  /// A file cannot be read, lies outside the root, or is not a font.
  AT_UNREADABLE = 4,
  /// A text, a picture or a number of layers is over a limit.
  AT_TOO_LARGE = 5,
  /// There is no font at all.
  AT_NO_FONTS = 6,
  /// The caller's memory is too small for the pixels.
  AT_BUFFER_TOO_SMALL = 7,
  /// There is no memory for the pixels. (Where other memory lacks, the process ends, as Swift programs do.)
  AT_OUT_OF_MEMORY = 8,
  /// The cancellation was set, or the batch was ended.
  AT_CANCELLED = 9,
  /// The process was forked while the library was at work: see above.
  AT_FORKED = 10,
  /// Nothing is left in the batch.
  AT_END = 11,
  /// A text could not be laid out or drawn.
  AT_FAILED = 12
};

/// What went wrong, in the caller's memory.
typedef struct at_error {
  at_status status;
  /// The offset of the value that is wrong, in bytes of the JSON; -1 if there is none.
  int64_t offset;
  /// A sentence in UTF-8 that ends with a zero; one that is longer ends with "…".
  char message[500];
} at_error;

/// The name of a status, as `AT_MALFORMED`; lives for ever.
const char *at_status_name(at_status status);

/// The version of the library, as `0.2.0`; lives for ever.
const char *at_version(void);

/// The versions of all libraries that pictures depend on, on one line; lives for ever.
const char *at_versions(void);

/// The keys of a style in documents, as `size family weight`; lives for ever.
const char *at_style_keys(void);

// MARK: Handles

/// A set of fonts.
typedef uint64_t at_fonts;
/// A style, a box and the way of drawing, for many texts.
typedef uint64_t at_style;
/// A scene that was read, for pictures of several points in time.
typedef uint64_t at_scene;
/// A picture that was drawn: its pixels, notes, and the places of its text.
typedef uint64_t at_picture;
/// Bytes: JSON or a PNG file.
typedef uint64_t at_data;
/// A switch that tells calls to stop.
typedef uint64_t at_cancellation;
/// Pictures in the making, on the lanes.
typedef uint64_t at_batch;

/// Frees any handle; 0 is none, and no error.
///
/// Calls that use the handle just then end as if it were still there. A batch is ended first, as
/// `at_batch_end` does.
///
/// Errors: `AT_INVALID_HANDLE`; `AT_INVALID_ARGUMENT` for a batch, if called in a delivery.
at_status at_free(uint64_t handle, at_error *error);

/// The number of handles that were not freed, for tests.
size_t at_handle_count(void);

/// The bytes of a data handle. They live until it is freed.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`.
at_status at_data_bytes(at_data data, const uint8_t **bytes, size_t *count, at_error *error);

// MARK: Fonts

/// The fonts within the library are searched, after the given ones.
#define AT_FONTS_BUILT_IN 1u
/// The fonts of the host are searched last, through fontconfig.
#define AT_FONTS_SYSTEM 2u

/// A font file: by its path, or as bytes.
typedef struct at_font_file {
  /// The path in UTF-8, ended with a zero; null if there are bytes.
  const char *path;
  /// The bytes of the file, which are copied; null if there is a path.
  const uint8_t *bytes;
  size_t count;
  /// The index of the face in a collection; -1 for all faces.
  int32_t face;
} at_font_file;

/// Makes a set of fonts.
///
/// - files: Searched first, in this order, for every text.
/// - flags: `AT_FONTS_…`, or 0.
/// - fonts: Gets the handle.
///
/// Errors: `AT_UNREADABLE`, `AT_TOO_LARGE` (a file of over 512 MiB), `AT_NO_FONTS` without files and
/// flags, `AT_OUT_OF_MEMORY`, `AT_INVALID_ARGUMENT`.
at_status at_fonts_create(
    const at_font_file *files, size_t count, uint32_t flags, at_fonts *fonts, at_error *error);

/// Tells the characters that the given files of a set have glyphs for, without the built-in fonts and those of
/// the host.
///
/// - characters: Gets JSON: an array of pairs of the first and the last code point of a range, in ascending order,
///   `[[32,126],[160,383]]`.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`.
at_status at_fonts_characters(at_fonts fonts, at_data *characters, at_error *error);

// MARK: Styles

/// Reads a style once, for many texts.
///
/// - json: A document without `text`, spans, attachments and links:
///   `{"style": {"size": 32, "color": "navy"}, "width": 300}`. Null with a length of 0 for the
///   default style.
/// - options: How pictures are drawn, as the `options` of a line of `textrender batch`:
///   `{"scale": 2, "padding": 8, "background": "white", "fitInk": true}`. Null with a length of 0
///   for none. `scale`, `strict`, `frames`; of texts and documents `padding`, `background`, `canvas`,
///   `origin`, `anchor`, `fitInk`, `gridFitting`; of scenes `time`; `imageRoot` where the request has
///   no `root`. `format` and `quality` are refused: pictures are pixels, and `at_picture_png` packs
///   them.
/// - style: Gets the handle.
///
/// Errors: `AT_MALFORMED`, `AT_TOO_LARGE`, `AT_INVALID_ARGUMENT`.
at_status at_style_create(
    const char *json, size_t length, const char *options, size_t options_length, at_style *style,
    at_error *error);

// MARK: Requests

/// `text` is plain text, in `style`.
#define AT_TEXT 0u
/// `text` is JSON as a line of `textrender batch`: `{"document": {…}, "options": {…}}` or
/// `{"scene": {…}, "options": {…}}`.
#define AT_JSON 1u
/// The picture of `scene` at `time`.
#define AT_SCENE 2u

/// The places of lines, words and grapheme clusters are measured: `at_picture_frames`.
#define AT_FRAMES 1u
/// Unknown members and pictures that cannot be read are errors.
#define AT_STRICT 2u
/// The picture is the opacity alone, one byte a pixel; of texts and documents.
#define AT_OPACITY 4u

/// What is to be laid out or drawn. Set all to zero, then `size` and what is needed.
typedef struct at_request {
  /// `sizeof(at_request)`.
  size_t size;
  /// `AT_TEXT`, `AT_JSON` or `AT_SCENE`.
  uint32_t kind;
  /// `AT_FRAMES`, `AT_STRICT`, `AT_OPACITY`.
  uint32_t flags;
  /// UTF-8; may be null if the length is 0.
  const char *text;
  /// In bytes.
  size_t length;
  /// Of `AT_TEXT`; 0 for the default style: 16 points, black, one line for each paragraph.
  at_style style;
  /// 0 for the built-in fonts, then the host's; the fonts that a document names come before all.
  at_fonts fonts;
  /// Of `AT_SCENE`.
  at_scene scene;
  /// Of `AT_SCENE`, in seconds.
  double time;
  /// The folder that paths in JSON begin at; null for the current one.
  const char *folder;
  /// The folder outside which no file is read; null for no bound. Set it for JSON of strangers.
  const char *root;
  /// 0 for none.
  at_cancellation cancellation;
} at_request;

/// Lays a text or a document out, without drawing it.
///
/// - layout: Gets JSON: size, lines, runs, glyphs and carets, as `textrender layout` tells them.
///   Offsets are Unicode scalars.
///
/// Errors: those of `at_draw`, and `AT_INVALID_ARGUMENT` for a scene.
at_status at_layout(const at_request *request, at_data *layout, at_error *error);

// MARK: Pictures

/// The size of a picture, and its pixels.
typedef struct at_picture_info {
  int32_t width;
  int32_t height;
  /// From row to row, in bytes.
  size_t stride;
  /// 4: premultiplied red, green, blue, alpha; 1: opacity.
  size_t pixel_bytes;
  /// The first row, which is the uppermost. Lives until the picture is freed; not to be written.
  const uint8_t *pixels;
} at_picture_info;

/// Draws a text, a document or a scene on the calling thread.
///
/// - picture: Gets the handle.
/// - info: Gets size and pixels; may be null.
///
/// Errors: `AT_MALFORMED`, `AT_UNREADABLE`, `AT_TOO_LARGE` (more than 16 Mi UTF-16 units of text, a
/// side of more than 16,384 pixels, more than 256 MiB of pixels), `AT_OUT_OF_MEMORY`, `AT_CANCELLED`, `AT_FAILED`,
/// `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`, `AT_FORKED`.
at_status at_draw(
    const at_request *request, at_picture *picture, at_picture_info *info, at_error *error);

/// As the picture has them.
#define AT_PREMULTIPLIED 0u
/// Red, green, blue and alpha that are not multiplied.
#define AT_STRAIGHT 1u

/// Copies the pixels into memory of the caller.
///
/// - format: `AT_PREMULTIPLIED`, or `AT_STRAIGHT` for a picture of four bytes a pixel.
/// - pixels: Gets the rows.
/// - stride: From row to row, in bytes; at least those of a row.
/// - capacity: The bytes behind `pixels`: at least `stride × (height - 1)` and those of a row.
///
/// Errors: `AT_BUFFER_TOO_SMALL`, with the bytes that are needed; `AT_INVALID_HANDLE`,
/// `AT_INVALID_ARGUMENT`.
at_status at_picture_copy(
    at_picture picture, uint32_t format, uint8_t *pixels, size_t stride, size_t capacity,
    at_error *error);

/// The picture as a PNG file: 8 bits a channel, straight alpha.
///
/// Errors: `AT_OUT_OF_MEMORY`, `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`, `AT_FORKED`.
at_status at_picture_png(at_picture picture, at_data *png, at_error *error);

/// The places of the picture's texts as JSON, if they were asked for with `AT_FRAMES`.
///
/// Of a text or a document `{"size": […], "text": {"lines": […], "words": […], "clusters": […],
/// "ink": […]}}`: each line, word and grapheme cluster has its `text` in logical order, its `range`
/// in scalars, and `quad` or `quads`: corners in pixels of the picture, clockwise from the upper left
/// one of the upright text. These are as high as their line; `ink` or `inks` beside them lie tight
/// around letters and strokes, and are null where there are none. `annotations` are the markers of
/// lists and the rubies, with `kind`, `text`, the range of their `base`, `quad` and `ink`. Of a scene the same for each layer, after all transforms, as
/// `textrender scene --frames` tells it.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT` if they were not asked for.
at_status at_picture_frames(at_picture picture, at_data *frames, at_error *error);

/// Notes about the picture, as a JSON array of sentences: characters that no font has, ink that is
/// cut off, members that are not known, pictures that cannot be read.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`.
at_status at_picture_notes(at_picture picture, at_data *notes, at_error *error);

// MARK: Scenes

/// Reads a scene once, for pictures of it at several points in time (`AT_SCENE`).
///
/// - request: Of kind `AT_JSON`, with a scene.
/// - duration: Gets the seconds that the scene says it lasts, NaN if it says none; may be null.
///
/// Errors: those of `at_draw`.
at_status at_scene_create(
    const at_request *request, at_scene *scene, double *duration, at_error *error);

// MARK: Cancellation

/// Makes a switch for requests.
at_status at_cancellation_create(at_cancellation *cancellation, at_error *error);

/// Tells all calls with this switch to stop: within some 2 ms they return `AT_CANCELLED`. Those
/// that begin later do so at once.
///
/// Errors: `AT_INVALID_HANDLE`.
at_status at_cancel(at_cancellation cancellation, at_error *error);

// MARK: Batches

/// Takes a picture of a batch, or what went wrong with it (`error` is not null then, and `picture`
/// is 0). The receiver frees the picture. Called on a thread of the library, once for each request
/// and in their order, never twice at a time: what takes long here keeps a lane from drawing.
/// Structures live during the call only. It must not throw, and ends no batch.
typedef void (*at_delivery)(
    void *context, uint64_t tag, at_picture picture, const at_picture_info *info,
    const at_error *error);

/// Begins a batch: pictures that are drawn at the same time and come in their order.
///
/// - lanes: The threads that draw, 1 to 16; 0 for one for each processor that is online, 16 at most, shared by
///   all such batches.
/// - delivery: Takes the pictures; null if they are taken with `at_batch_next`.
/// - context: Passed on.
/// - batch: Gets the handle.
///
/// Errors: `AT_INVALID_ARGUMENT`, `AT_FORKED`.
at_status at_batch_create(
    uint32_t lanes, at_delivery delivery, void *context, at_batch *batch, at_error *error);

/// Queues a request; does not wait. What it names is copied, but for handles, which stay valid for
/// it even if they are freed meanwhile. The caller bounds the memory by queueing only while
/// `at_batch_count` is small: some four for each lane keep all of them busy.
///
/// - tag: Comes with the picture.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`, `AT_TOO_LARGE`, `AT_CANCELLED` if the batch
/// was ended. What is wrong with the request's JSON comes in the place of the picture.
at_status at_batch_submit(
    at_batch batch, const at_request *request, uint64_t tag, at_error *error);

/// The requests that were queued and whose pictures were not taken or delivered.
size_t at_batch_count(at_batch batch);

/// Waits for the next picture, in the order in which requests were queued. Not for a batch with a
/// delivery, and not to be called in a delivery of another one.
///
/// - tag: Gets the tag, also if the request failed; it stays as it was at the end and once the batch was ended.
///
/// Errors: `AT_END` if nothing is left; that of the request, after which the batch goes on;
/// `AT_CANCELLED` once the batch was ended, also for a thread that waits just then;
/// `AT_INVALID_ARGUMENT`.
at_status at_batch_next(
    at_batch batch, uint64_t *tag, at_picture *picture, at_picture_info *info, at_error *error);

/// Ends a batch: requests that have not begun are dropped, what is being drawn stops within some
/// 2 ms, pictures that were not taken are freed. Returns when the lanes have let go of it; from then
/// on nothing is delivered. Not to be called while a picture is delivered, by the same thread.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT` if called in a delivery.
at_status at_batch_end(at_batch batch, at_error *error);

#ifdef __cplusplus
}
#endif

#endif
