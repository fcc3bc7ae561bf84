# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Polygons of pixels."""

from __future__ import annotations

import math
from typing import List, Sequence, Tuple

Point = Tuple[float, float]
Polygon = List[Point]
Box = Tuple[float, float, float, float]
"""Left, top, right, bottom."""


def hull(points: Sequence[Point]) -> Polygon:
    """Returns the convex polygon around points, clockwise as seen (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return list(ordered)

    def chain(points: Sequence[Point]) -> Polygon:
        found: Polygon = []
        for x, y in points:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2], found[-1]
                if (bx - ax) * (y - ay) > (by - ay) * (x - ax):
                    break
                found.pop()
            found.append((x, y))
        return found[:-1]

    return chain(ordered) + chain(ordered[::-1])


def clipped(polygon: Polygon, width: float, height: float) -> Polygon:
    """Returns the part of a convex polygon within a picture (Sutherland and Hodgman)."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    if min(xs) >= 0 and max(xs) <= width and min(ys) >= 0 and max(ys) <= height:
        return polygon
    # The side of each edge that is inside: sign · coordinate ≤ bound.
    for axis, sign, bound in ((0, -1, 0.0), (0, 1, width), (1, -1, 0.0), (1, 1, height)):
        found: Polygon = []
        for index, point in enumerate(polygon):
            before = polygon[index - 1]
            room, room_before = bound - sign * point[axis], bound - sign * before[axis]
            if (room >= 0) != (room_before >= 0):
                part = room_before / (room_before - room)
                found.append(
                    (
                        before[0] + part * (point[0] - before[0]),
                        before[1] + part * (point[1] - before[1]),
                    )
                )
            if room >= 0:
                found.append(point)
        polygon = found
    return polygon


def area(polygon: Polygon) -> float:
    """Returns the area of a polygon, in square pixels."""
    total = 0.0
    ax, ay = polygon[-1]
    for bx, by in polygon:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return abs(total) / 2


def bounds(polygons: Sequence[Polygon]) -> Box:
    """Returns the rectangle around polygons, of which there is one at least."""
    xs = [x for polygon in polygons for x, _ in polygon]
    ys = [y for polygon in polygons for _, y in polygon]
    return (min(xs), min(ys), max(xs), max(ys))


def whole(box: Box) -> Tuple[int, int, int, int]:
    """Returns the least box of whole pixels around a box within a picture."""
    left, top, right, bottom = box
    # A length that is whole but for rounding stays so.
    return (
        math.floor(left + 1e-6),
        math.floor(top + 1e-6),
        math.ceil(right - 1e-6),
        math.ceil(bottom - 1e-6),
    )
