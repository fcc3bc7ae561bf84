// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// Text to pixels, from C: texts in any script, documents and scenes become bitmaps.
//
// Threads: any thread may call any function at any time, also with the same handle. Functions work
// on the calling thread; only the requests of a batch are drawn on threads of the library.
//
// Handles: numbers; 0 stands for no handle. The caller that gets a handle frees it once, with
// `at_free`. A call with a handle that was freed, or that is of another kind, fails with
// `AT_INVALID_HANDLE`. Calls share no state but the table of handles and caches.
//
// Errors: functions that can fail return a status, and fill `error` unless it is null. On an error,
// variables for results keep their values. Ill-formed UTF-8 is no error: it is read as U+FFFD.
//
// Texts and JSON are UTF-8 with a length, and may contain U+0000. The library reads them, and all
// structures, during the call only. Lengths are in points; y runs downwards.
//
// After `fork` the library works in the child, unless threads for drawing had been started or
// another thread was in a call at that moment: then each call in the child fails with `AT_FORKED`.

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
  /// A pointer is null that must not be, a structure has another size, a flag is unknown, or a
  /// number is not one that the function accepts.
  AT_INVALID_ARGUMENT = 1,
  /// A handle was freed, was never made, or is of another kind.
  AT_INVALID_HANDLE = 2,
  /// JSON is not valid, or a member or a value has a wrong form.
  AT_MALFORMED = 3,
  /// A file cannot be read, lies outside the root, or is not a font.
  AT_UNREADABLE = 4,
  /// A text, a picture or a number of layers is over a limit.
  AT_TOO_LARGE = 5,
  /// There is no font at all.
  AT_NO_FONTS = 6,
  /// The caller's memory is too small for the pixels.
  AT_BUFFER_TOO_SMALL = 7,
  /// There is no memory for the pixels. (Without memory for anything else the process ends, as all
  /// Swift programs do.)
  AT_OUT_OF_MEMORY = 8,
  /// The cancellation was set, or the batch was ended.
  AT_CANCELLED = 9,
  /// The process is the child of a fork in which the library does not work; see above.
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
  /// A sentence in UTF-8 that ends with a zero byte; a sentence that does not fit is cut and ends
  /// with "…".
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
/// A cancellation: a switch that stops the calls to which it was passed.
typedef uint64_t at_cancellation;
/// A batch: requests that threads of the library draw.
typedef uint64_t at_batch;

/// Frees a handle of any kind. Freeing 0 does nothing and is no error.
///
/// Calls that use the handle at that moment end as if it were not freed. A batch is ended first, as
/// by `at_batch_end`.
///
/// Errors: `AT_INVALID_HANDLE`; `AT_INVALID_ARGUMENT` for a batch, if called in a delivery.
at_status at_free(uint64_t handle, at_error *error);

/// The number of handles that were not freed, for tests.
size_t at_handle_count(void);

/// The bytes of a data handle; valid until the handle is freed.
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

/// The characters for which the given files of a set have glyphs; glyphs of the built-in fonts and
/// of the host's fonts do not count.
///
/// - characters: Gets JSON: the ranges of characters in ascending order, each as its first and its
///   last code point: `[[32,126],[160,383]]`.
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
///   for none. All pictures may have `scale`, `strict`, `frames`, `oneBit`, `dither` and
///   `threshold`; texts and documents also
///   `padding`, `background`, `canvas`, `origin`, `anchor`, `fitInk` and `gridFitting`; scenes also
///   `time`; pages of HTML `background`, `width`, `height`, `css`, `media` and `colorScheme`; lines
///   of requests without a `root` also `imageRoot`, which is refused here: a style has no pictures.
///   `format`, `quality`, `effort`, `paper` and `standard` are refused: a picture is pixels, and
///   `at_file` makes files. With `strict`, unknown members of `json` are errors, too.
/// - style: Gets the handle.
///
/// Errors: `AT_MALFORMED`, `AT_TOO_LARGE`, `AT_INVALID_ARGUMENT`.
at_status at_style_create(
    const char *json, size_t length, const char *options, size_t options_length, at_style *style,
    at_error *error);

// MARK: Requests

/// Pictures and fonts that the JSON or the page names come from files, or from memory as addresses:
/// `data:image/png;base64,…` for PNG, GIF, JPEG, WebP or SVG, whatever the media type says.

/// `text` is plain text, in `style`.
#define AT_TEXT 0u
/// `text` is JSON as a line of `textrender batch`: `{"document": {…}, "options": {…}}`,
/// `{"scene": {…}, "options": {…}}` or, in a library with HTML, `{"html": "…", "options": {…}}`, with
/// Markdown `{"markdown": "…", "options": {…}}`.
#define AT_JSON 1u
/// The picture of `scene` at `time`.
#define AT_SCENE 2u

/// The places of lines, words and grapheme clusters are measured: `at_picture_frames`.
#define AT_FRAMES 1u
/// Unknown members, of a line, of its options and of a style, too, and pictures that cannot be read
/// are errors. For a scene of `at_scene_create` that is said when it is read.
#define AT_STRICT 2u
/// The picture has the opacity alone, one byte a pixel; for texts and documents only.
#define AT_OPACITY 4u

/// A request to lay out or draw something. Set all members to zero, then `size` and the members
/// that are needed.
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
  /// For `AT_TEXT`; 0 for the default style: 16 points, black, one line for each paragraph.
  at_style style;
  /// The fonts after those that a document names; 0 for the built-in fonts, then the host's.
  at_fonts fonts;
  /// For `AT_SCENE`.
  at_scene scene;
  /// For `AT_SCENE`, in seconds.
  double time;
  /// The folder that paths in JSON are relative to; null for the current one.
  const char *folder;
  /// The folder outside which no file is read; null for no bound. Set it for untrusted JSON.
  const char *root;
  /// 0 for none.
  at_cancellation cancellation;
} at_request;

/// Lays a text or a document out, without drawing it.
///
/// - layout: Gets JSON: size, lines, runs, glyphs and carets, as `textrender layout` writes them.
///   Offsets count Unicode scalars.
///
/// A request may be laid out and drawn: `AT_FRAMES`, `AT_OPACITY` and the options of a style are
/// about its picture, and have no effect here. Of the options of a line all but `strict` and
/// `imageRoot` are refused.
///
/// Errors: those of `at_draw`, and `AT_INVALID_ARGUMENT` for a scene.
at_status at_layout(const at_request *request, at_data *layout, at_error *error);

// MARK: Pictures

/// The size of a picture, and its pixels.
typedef struct at_picture_info {
  int32_t width;
  int32_t height;
  /// The distance from row to row, in bytes.
  size_t stride;
  /// 4: premultiplied red, green, blue, alpha; 1: opacity.
  size_t pixel_bytes;
  /// The rows from top to bottom; valid until the picture is freed, and not to be written.
  const uint8_t *pixels;
} at_picture_info;

/// Draws a text, a document or a scene on the calling thread.
///
/// - picture: Gets the handle.
/// - info: Gets size and pixels; may be null.
///
/// Errors: `AT_MALFORMED`, `AT_UNREADABLE`, `AT_TOO_LARGE` (more than 16 Mi UTF-16 units of text, a
/// side of more than 16,384 pixels, more than 256 MiB of pixels), `AT_OUT_OF_MEMORY`,
/// `AT_CANCELLED`, `AT_FAILED`, `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`, `AT_FORKED`.
at_status at_draw(
    const at_request *request, at_picture *picture, at_picture_info *info, at_error *error);

/// Pixels as the picture has them.
#define AT_PREMULTIPLIED 0u
/// Red, green and blue that are not multiplied by alpha.
#define AT_STRAIGHT 1u

/// Copies the pixels into memory of the caller.
///
/// - format: `AT_PREMULTIPLIED`, or `AT_STRAIGHT` for a picture of four bytes a pixel.
/// - pixels: Gets the rows.
/// - stride: The distance from row to row in bytes, at least the bytes of a row.
/// - capacity: The bytes at `pixels`: at least `stride × (height - 1)` plus the bytes of a row.
///
/// Errors: `AT_BUFFER_TOO_SMALL`, whose message has the number of bytes that are needed;
/// `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`.
at_status at_picture_copy(
    at_picture picture, uint32_t format, uint8_t *pixels, size_t stride, size_t capacity,
    at_error *error);

/// The picture as a PNG file: 8 bits a channel, straight alpha.
///
/// Errors: `AT_OUT_OF_MEMORY`, `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`, `AT_FORKED`.
at_status at_picture_png(at_picture picture, at_data *png, at_error *error);

/// Draws a document, a scene or a page of HTML as a file, on the calling thread.
///
/// - request: One of the kind `AT_JSON`, without `AT_OPACITY` and `AT_FRAMES`. Of the options of its
///   line `format` says what the file is ("png", "pdf", "svg", and "jpeg" and "webp" in a library
///   with them; a PNG by default), `quality` is for JPEG and WebP, `effort` for WebP (the time that
///   is taken for a small file, 0 to 6, 4 by default); `paper` and `standard` are for PDF.
/// - file: Gets the bytes of the file.
///
/// Errors: those of `at_draw`.
at_status at_file(const at_request *request, at_data *file, at_error *error);

/// The places of the picture's texts as JSON, if the request had `AT_FRAMES`.
///
/// For a text or a document the JSON is `{"size": […], "text": {"lines": […], "words": […],
/// "clusters": […], "ink": […]}}`. Each line, word and grapheme cluster has its `text` in logical
/// order, its `range` in Unicode scalars, and a `quad` or several `quads`, as high as the line:
/// four corners in pixels of the picture, clockwise from the upper left corner of the upright text.
/// Beside them `ink` or `inks` are tight around letters and strokes, and null where there are none.
/// `annotations` has the markers of lists and the rubies, with `kind`, `text`, the range of their
/// `base`, `quad` and `ink`. For a scene, each layer has the same members, after all transforms, as
/// `textrender scene --frames` writes them.
///
/// Errors: `AT_INVALID_HANDLE`; `AT_INVALID_ARGUMENT` if the request did not have `AT_FRAMES`.
at_status at_picture_frames(at_picture picture, at_data *frames, at_error *error);

/// Notes about the picture, as a JSON array of sentences: characters that no font has, ink that is
/// cut off, unknown members, pictures that cannot be read.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`.
at_status at_picture_notes(at_picture picture, at_data *notes, at_error *error);

// MARK: Scenes

/// Reads a scene once, for pictures of it at several points in time (`AT_SCENE`).
///
/// - request: Of kind `AT_JSON`, with a scene. Its options have no `time` and no `frames`, which
///   each picture of the scene has by its request; `AT_FRAMES` and `AT_OPACITY` are refused.
/// - duration: Gets the duration of the scene in seconds, NaN if the scene has none; may be null.
///
/// Errors: those of `at_draw`.
at_status at_scene_create(
    const at_request *request, at_scene *scene, double *duration, at_error *error);

// MARK: Cancellation

/// Makes a cancellation for requests.
at_status at_cancellation_create(at_cancellation *cancellation, at_error *error);

/// Cancels all calls with this cancellation: within about 2 ms they return `AT_CANCELLED`. Calls
/// that begin later return it at once.
///
/// Errors: `AT_INVALID_HANDLE`.
at_status at_cancel(at_cancellation cancellation, at_error *error);

// MARK: Batches

/// A function of the caller that takes a picture of a batch, and frees it later; or an error, if
/// `error` is not null: then `picture` is 0.
///
/// It is called on a thread of the library, once for each request and in their order, never twice
/// at a time. While it runs, this thread cannot draw. The structures are valid during the call
/// only. The function must not throw, and must not end a batch.
typedef void (*at_delivery)(
    void *context, uint64_t tag, at_picture picture, const at_picture_info *info,
    const at_error *error);

/// Begins a batch: its pictures are drawn at the same time, and come in the order of the requests.
///
/// - lanes: The number of threads that draw, 1 to 16; 0 for one thread for each processor that is
///   online, 16 at most, which all such batches share.
/// - delivery: Takes the pictures; null if they are taken with `at_batch_next`.
/// - context: Passed to each call of `delivery`.
/// - batch: Gets the handle.
///
/// Errors: `AT_INVALID_ARGUMENT`, `AT_FORKED`.
at_status at_batch_create(
    uint32_t lanes, at_delivery delivery, void *context, at_batch *batch, at_error *error);

/// Queues a request, without waiting. Texts and paths of the request are copied; its handles may be
/// freed at once. The caller bounds the memory by queueing only while `at_batch_count` is small:
/// about four requests for each thread keep all threads busy.
///
/// - tag: A number that comes with the picture.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT`, `AT_TOO_LARGE`, `AT_CANCELLED` if the batch
/// was ended. An error in the request's JSON comes in the place of the picture.
at_status at_batch_submit(
    at_batch batch, const at_request *request, uint64_t tag, at_error *error);

/// The requests that were queued and whose pictures were not taken or delivered.
size_t at_batch_count(at_batch batch);

/// Waits for the next picture, in the order in which requests were queued. Not for a batch with a
/// delivery, and not to be called in a delivery of another batch.
///
/// - tag: Gets the tag, also if the request failed; it keeps its value with `AT_END` and
///   `AT_CANCELLED`.
///
/// Errors: `AT_END` if nothing is left; the error of the request, after which the batch goes on;
/// `AT_CANCELLED` once the batch was ended, also for a thread that waits at that moment;
/// `AT_INVALID_ARGUMENT`.
at_status at_batch_next(
    at_batch batch, uint64_t *tag, at_picture *picture, at_picture_info *info, at_error *error);

/// Ends a batch: requests that have not begun are dropped, drawings stop within about 2 ms, and
/// pictures that were not taken are freed. Returns when no thread works for the batch any more;
/// from then on nothing is delivered. Not to be called from within a delivery.
///
/// Errors: `AT_INVALID_HANDLE`, `AT_INVALID_ARGUMENT` if called in a delivery.
at_status at_batch_end(at_batch batch, at_error *error);

#ifdef __cplusplus
}
#endif

#endif
