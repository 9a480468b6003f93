/* Rows of bits and bytes, written from lists of numbers: what arena/games/rows.py does where this is not compiled. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

/* A number of a list; -1 with an exception set if it is none, or not from 0 to `limit` - 1. */
static Py_ssize_t
number_at(PyObject *list, Py_ssize_t at, Py_ssize_t limit)
{
    Py_ssize_t number = PyLong_AsSsize_t(PyList_GET_ITEM(list, at));
    if (number >= 0 && number < limit) {
        return number;
    }
    if (!PyErr_Occurred()) {
        PyErr_Format(PyExc_ValueError, "%zd: expected 0 to %zd", number, limit - 1);
    }
    return -1;
}

/* The writable bytes of a buffer that hold `count` rows of `size` from `at` on; NULL with an exception set if not. */
static char *
rows_of(Py_buffer *view, PyObject *buffer, Py_ssize_t at, Py_ssize_t size, Py_ssize_t count)
{
    if (PyObject_GetBuffer(buffer, view, PyBUF_SIMPLE | PyBUF_WRITABLE) < 0) {
        return NULL;
    }
    if (at < 0 || size < 0 || at + size * count > view->len) {
        PyErr_Format(PyExc_ValueError, "%zd rows of %zd bytes at %zd: the buffer has %zd", count, size, at, view->len);
        PyBuffer_Release(view);
        return NULL;
    }
    return (char *)view->buf + at;
}

static PyObject *
set_bits(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3 || !PyList_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "set_bits: expected a buffer, the bytes of a row, and a list of lists");
        return NULL;
    }
    Py_ssize_t size = PyLong_AsSsize_t(args[1]);
    Py_ssize_t count = PyList_GET_SIZE(args[2]);
    Py_buffer view;
    if (size == -1 && PyErr_Occurred()) {
        return NULL;
    }
    char *row = rows_of(&view, args[0], 0, size, count);
    if (row == NULL) {
        return NULL;
    }
    memset(row, 0, size * count);
    for (Py_ssize_t number = 0; number < count; number++, row += size) {
        PyObject *indices = PyList_GET_ITEM(args[2], number);
        if (!PyList_Check(indices)) {
            PyErr_SetString(PyExc_TypeError, "set_bits: expected lists of numbers");
            PyBuffer_Release(&view);
            return NULL;
        }
        for (Py_ssize_t at = 0; at < PyList_GET_SIZE(indices); at++) {
            Py_ssize_t bit = number_at(indices, at, size * 8);
            if (bit < 0) {
                PyBuffer_Release(&view);
                return NULL;
            }
            row[bit >> 3] |= (char)(1 << (bit & 7));
        }
    }
    PyBuffer_Release(&view);
    Py_RETURN_NONE;
}

/* Put numbers into the columns of a row; -1 with an exception set if that cannot be done. */
static int
put_columns(char *row, Py_ssize_t size, PyObject *columns, PyObject *numbers, PyObject *length)
{
    Py_ssize_t used = PyLong_AsSsize_t(length);
    if (!PyList_Check(columns) || !PyList_Check(numbers) || used < 0 || used > PyList_GET_SIZE(columns)
        || used > PyList_GET_SIZE(numbers)) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "put_row: expected two lists, and how much of both");
        }
        return -1;
    }
    for (Py_ssize_t at = 0; at < used; at++) {
        Py_ssize_t column = number_at(columns, at, size);
        if (column < 0) {
            return -1;
        }
        row[column] = (char)PyLong_AsLong(PyList_GET_ITEM(numbers, at));
    }
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *
put_row(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs < 6 || nargs % 3 != 0) {
        PyErr_SetString(PyExc_TypeError, "put_row: expected a buffer, a row, its size, and lists with their lengths");
        return NULL;
    }
    Py_ssize_t place = PyLong_AsSsize_t(args[1]);
    Py_ssize_t size = PyLong_AsSsize_t(args[2]);
    Py_buffer view;
    if (PyErr_Occurred()) {
        return NULL;
    }
    char *row = rows_of(&view, args[0], place * size, size, 1);
    if (row == NULL) {
        return NULL;
    }
    memset(row, 0, size);
    for (Py_ssize_t at = 3; at < nargs; at += 3) {
        if (put_columns(row, size, args[at], args[at + 1], args[at + 2]) < 0) {
            PyBuffer_Release(&view);
            return NULL;
        }
    }
    PyBuffer_Release(&view);
    Py_RETURN_NONE;
}

static PyObject *
put_numbers(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !PyList_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "put_numbers: expected a buffer and a list");
        return NULL;
    }
    Py_ssize_t count = PyList_GET_SIZE(args[1]);
    Py_buffer view;
    char *row = rows_of(&view, args[0], 0, 1, count);
    if (row == NULL) {
        return NULL;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        row[at] = (char)PyLong_AsLong(PyList_GET_ITEM(args[1], at));
    }
    PyBuffer_Release(&view);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_bits", (PyCFunction)(void (*)(void))set_bits, METH_FASTCALL, "Clear all rows, then set the bits listed."},
    {"put_row", (PyCFunction)(void (*)(void))put_row, METH_FASTCALL, "Clear a row, then put the bytes listed."},
    {"put_numbers", (PyCFunction)(void (*)(void))put_numbers, METH_FASTCALL, "Put small numbers into bytes."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_rows", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit__rows(void)
{
    return PyModule_Create(&definition);
}
