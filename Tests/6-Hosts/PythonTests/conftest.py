# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""What all tests share."""

import gc
import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))

import asynctextlayer as atl  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="the whole numbers of repetitions")


@pytest.fixture
def full(request):
    return request.config.getoption("--full")


@pytest.fixture(scope="session")
def fonts():
    """The built-in fonts alone: the same pictures on every machine."""
    return atl.Fonts(system=False)


@pytest.fixture
def no_leak():
    """The test leaves no handle of the library behind, but for styles that are kept."""
    from asynctextlayer import request

    gc.collect()
    before = atl.handle_count() - len(request._ways)
    yield
    gc.collect()
    assert atl.handle_count() - len(request._ways) <= before


def black(picture):
    """The darkness of all pixels together, of a picture with a white background."""
    return sum(255 - value for value in picture.straight()[0::4])
