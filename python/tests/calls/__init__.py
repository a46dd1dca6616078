# SPDX-License-Identifier: MIT
"""Calls of all functions of the package, drawn by a seed; test_calls.py runs them."""
