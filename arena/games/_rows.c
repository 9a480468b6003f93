/* Rows of bits and bytes written from lists of numbers, and lists joined from lists: what arena/games/rows.py does where
   this is not compiled. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

/* The value of a Python number, looked up where it lies if it is small; -1 with an exception set if it is none. */
static inline Py_ssize_t
value_of(PyObject *number)
{
    if (PyLong_CheckExact(number)) {
#if PY_VERSION_HEX >= 0x030C0000
        if (PyUnstable_Long_IsCompact((PyLongObject *)number)) {
            return PyUnstable_Long_CompactValue((PyLongObject *)number);
        }
#else
        Py_ssize_t digits = Py_SIZE(number);
        if (digits >= -1 && digits <= 1) {
            return digits * (Py_ssize_t)((PyLongObject *)number)->ob_digit[0];
        }
#endif
    }
    return PyLong_AsSsize_t(number);
}

/* A number of a list; -1 with an exception set if it is none, or not from 0 to `limit` - 1. */
static Py_ssize_t
number_at(PyObject *list, Py_ssize_t at, Py_ssize_t limit)
{
    Py_ssize_t number = value_of(PyList_GET_ITEM(list, at));
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

/* What a list of lists has under the high and the low 16 bits of a number; -1 with an exception set if nothing. */
static Py_ssize_t
looked_up(PyObject *lists, Py_ssize_t number)
{
    Py_ssize_t high = number >> 16, low = number & 0xFFFF;
    if (high < PyList_GET_SIZE(lists)) {
        PyObject *list = PyList_GET_ITEM(lists, high);
        if (PyList_Check(list) && low < PyList_GET_SIZE(list)) {
            return value_of(PyList_GET_ITEM(list, low));
        }
    }
    PyErr_Format(PyExc_ValueError, "%zd: expected a number that the lists have", number);
    return -1;
}

static PyObject *
set_bits(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 4 || !PyList_Check(args[2]) || !PyList_Check(args[3])) {
        PyErr_SetString(PyExc_TypeError, "set_bits: expected a buffer, the bytes of a row, and two lists of lists");
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
            Py_ssize_t bit = value_of(PyList_GET_ITEM(indices, at));
            if (bit > 0xFFFF) {
                bit = looked_up(args[3], bit);
            }
            if (bit < 0 || bit >= size * 8) {
                if (!PyErr_Occurred()) {
                    PyErr_Format(PyExc_ValueError, "bit %zd: expected 0 to %zd", bit, size * 8 - 1);
                }
                PyBuffer_Release(&view);
                return NULL;
            }
            row[bit >> 3] |= (char)(1 << (bit & 7));
        }
    }
    PyBuffer_Release(&view);
    Py_RETURN_NONE;
}

/* Put the first numbers of a list into their columns of a row of `size` bytes; -1 with an exception set if not. */
static int
put(char *row, Py_ssize_t size, PyObject *columns, PyObject *numbers, Py_ssize_t used)
{
    if (!PyList_Check(columns) || !PyList_Check(numbers)) {
        PyErr_SetString(PyExc_TypeError, "expected a list of columns, and a list of numbers");
        return -1;
    }
    if (used < 0 || used > PyList_GET_SIZE(columns) || used > PyList_GET_SIZE(numbers)) {
        PyErr_Format(PyExc_ValueError, "%zd numbers: a list is shorter", used);
        return -1;
    }
    for (Py_ssize_t at = 0; at < used; at++) {
        Py_ssize_t column = number_at(columns, at, size);
        if (column < 0) {
            return -1;
        }
        row[column] = (char)value_of(PyList_GET_ITEM(numbers, at));
    }
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *
put_cells(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 4) {
        PyErr_SetString(PyExc_TypeError, "put_cells: expected a buffer, two lists, and their length");
        return NULL;
    }
    Py_ssize_t used = PyLong_AsSsize_t(args[3]);
    Py_buffer view;
    if (used == -1 && PyErr_Occurred()) {
        return NULL;
    }
    char *row = rows_of(&view, args[0], 0, 0, 0);
    if (row == NULL) {
        return NULL;
    }
    int failed = put(row, view.len, args[1], args[2], used);
    PyBuffer_Release(&view);
    if (failed) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
put_rows(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    for (Py_ssize_t at = 2; at < 6; at++) {
        if (nargs != 6 || !PyList_Check(args[at]) || PyList_GET_SIZE(args[at]) != PyList_GET_SIZE(args[2])) {
            PyErr_SetString(PyExc_TypeError, "put_rows: expected a buffer, the bytes of a row, and four lists of rows");
            return NULL;
        }
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
    int failed = 0;
    for (Py_ssize_t at = 0; at < count && !failed; at++, row += size) {
        PyObject *filled = PyList_GET_ITEM(args[2], at);
        if (!PyByteArray_Check(filled) || PyByteArray_GET_SIZE(filled) != size) {
            PyErr_Format(PyExc_ValueError, "put_rows: expected rows of %zd bytes", size);
            failed = -1;
            break;
        }
        memcpy(row, PyByteArray_AS_STRING(filled), size);
        Py_ssize_t used = value_of(PyList_GET_ITEM(args[5], at));
        failed = put(row, size, PyList_GET_ITEM(args[3], at), PyList_GET_ITEM(args[4], at), used);
    }
    PyBuffer_Release(&view);
    if (failed) {
        return NULL;
    }
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
        row[at] = (char)value_of(PyList_GET_ITEM(args[1], at));
    }
    PyBuffer_Release(&view);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* The list that has a listed number in a list of lists, negative ones counted from its end; NULL with an exception. */
static inline PyObject *
list_at(PyObject *lists, PyObject *numbers, Py_ssize_t at)
{
    Py_ssize_t number = value_of(PyList_GET_ITEM(numbers, at)), limit = PyList_GET_SIZE(lists);
    if (number < 0) {
        number += limit;
    }
    if (number >= 0 && number < limit && PyList_Check(PyList_GET_ITEM(lists, number))) {
        return PyList_GET_ITEM(lists, number);
    }
    if (!PyErr_Occurred()) {
        PyErr_Format(PyExc_IndexError, "%zd: expected the number of one of %zd lists", number, limit);
    }
    return NULL;
}

static PyObject *
joined(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !PyList_Check(args[0]) || !PyList_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "joined: expected a list of lists, and a list of numbers");
        return NULL;
    }
    Py_ssize_t count = PyList_GET_SIZE(args[1]), length = 0;
    PyObject *few[64], **parts = count <= 64 ? few : PyMem_New(PyObject *, count), *list = NULL;
    if (parts == NULL) {
        return PyErr_NoMemory();
    }
    Py_ssize_t found = 0;
    while (found < count && (parts[found] = list_at(args[0], args[1], found)) != NULL) {
        length += PyList_GET_SIZE(parts[found++]);
    }
    if (found == count && (list = PyList_New(length)) != NULL) {
        PyObject **to = ((PyListObject *)list)->ob_item;
        for (Py_ssize_t at = 0; at < count; at++) {
            PyObject **from = ((PyListObject *)parts[at])->ob_item;
            for (Py_ssize_t left = PyList_GET_SIZE(parts[at]); left > 0; left--) {
                Py_INCREF(*from);
                *to++ = *from++;
            }
        }
    }
    if (parts != few) {
        PyMem_Free(parts);
    }
    return list;
}

static PyMethodDef methods[] = {
    {"set_bits", (PyCFunction)(void (*)(void))set_bits, METH_FASTCALL, "Clear all rows, then set the bits listed."},
    {"put_cells", (PyCFunction)(void (*)(void))put_cells, METH_FASTCALL, "Put the numbers listed into a row."},
    {"put_rows", (PyCFunction)(void (*)(void))put_rows, METH_FASTCALL, "Fill rows, then put the numbers listed."},
    {"put_numbers", (PyCFunction)(void (*)(void))put_numbers, METH_FASTCALL, "Put small numbers into bytes."},
    {"joined", (PyCFunction)(void (*)(void))joined, METH_FASTCALL, "Join the lists that are listed."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_rows", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit__rows(void)
{
    return PyModule_Create(&definition);
}
