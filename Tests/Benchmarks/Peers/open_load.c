// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Requests that come at random moments, whatever the server does: an open load. A request counts from the moment at
// which it was to come, also where all connections are in use.
//
//     open_load PORT RATE SECONDS < REQUESTS
//
// REQUESTS are whole requests of HTTP, each behind its length in bytes and a line feed; they are sent in turn. Prints
// the number of answers, and their median, 99th percentile and most in milliseconds.

#include <arpa/inet.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 64, BUFFER = 1 << 20, REQUESTS = 10000, SAMPLES = 1 << 20 };

struct connection {
  int socket;
  double began;
  size_t count, whole; // bytes received; bytes of the answer, 0 while its head is not there
  char *bytes;
};

static struct connection connections[CONNECTIONS];
static struct connection *idle[CONNECTIONS];
static int idle_count;
static char *requests[REQUESTS];
static size_t lengths[REQUESTS];
static double times[SAMPLES], waiting[SAMPLES];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Whether the answer is whole.
static int receive(struct connection *c) {
  ssize_t count = recv(c->socket, c->bytes + c->count, BUFFER - 1 - c->count, 0);
  if (count <= 0) fail("recv");
  c->count += count;
  c->bytes[c->count] = 0;
  if (!c->whole) {
    char *end = strstr(c->bytes, "\r\n\r\n"), *length = strcasestr(c->bytes, "content-length: ");
    if (!end) return 0;
    if (strncmp(c->bytes + 9, "200", 3) || !length || length > end) fail(c->bytes);
    c->whole = end + 4 - c->bytes + strtoul(length + 16, NULL, 10);
  }
  return c->count >= c->whole;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  double rate = atof(words[2]);
  int request_count = 0;
  for (size_t length; request_count < REQUESTS && scanf("%zu", &length) == 1; request_count++) {
    getchar();
    requests[request_count] = malloc(length);
    lengths[request_count] = length;
    if (fread(requests[request_count], 1, length, stdin) != length) fail("fread");
  }
  int poll = epoll_create1(0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int i = 0; i < CONNECTIONS; i++) {
    struct connection *c = &connections[i];
    c->socket = socket(AF_INET, SOCK_STREAM, 0);
    c->bytes = malloc(BUFFER);
    if (connect(c->socket, (struct sockaddr *)&address, sizeof address)) fail("connect");
    setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    epoll_ctl(poll, EPOLL_CTL_ADD, c->socket, &(struct epoll_event){.events = EPOLLIN, .data.ptr = c});
    idle[idle_count++] = c;
  }
  double start = now(), end = start + atof(words[3]), next = start;
  int came = 0, began = 0, ended = 0;
  srand48(1);
  while (ended < came || next < end) {
    double time = now();
    for (; next <= time && next < end && came < SAMPLES; next += -log(1 - drand48()) / rate) waiting[came++] = next;
    while (began < came && idle_count > 0) {
      struct connection *c = idle[--idle_count];
      int number = began % request_count;
      c->began = waiting[began++];
      c->count = c->whole = 0;
      if (send(c->socket, requests[number], lengths[number], MSG_NOSIGNAL) != (ssize_t)lengths[number]) fail("send");
    }
    struct epoll_event events[CONNECTIONS];
    double left = next < end ? next - now() : 0.1;
    struct timespec pause = {.tv_nsec = left > 0 ? left * 1e9 : 0};
    int ready = epoll_pwait2(poll, events, CONNECTIONS, &pause, NULL);
    for (int i = 0; i < ready; i++) {
      struct connection *c = events[i].data.ptr;
      if (!receive(c)) continue;
      times[ended++] = 1000 * (now() - c->began);
      idle[idle_count++] = c;
    }
  }
  qsort(times, ended, sizeof *times, by_size);
  printf("%d %.3f %.3f %.3f\n", ended, times[ended / 2], times[(int)(ended * 0.99)], times[ended - 1]);
}
