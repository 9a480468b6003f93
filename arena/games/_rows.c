/* Rows of bits and bytes written from lists of numbers, numbers looked up in tables, and lists joined from lists: what
   arena/games/rows.py does where this is not compiled. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <stdint.h>
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

/* An IndexTable of arena/games/tensors.py, read from its bytes: offset, shift, mask and how many starts there are, then
   the starts, then the places. */
typedef struct {
    Py_ssize_t offset, mask, highs, size;
    int shift;
    const int32_t *starts;
    const int16_t *places;
} Table;

/* Read a table from its bytes; -1 with an exception set if they are none. */
static int
read_table(Table *table, PyObject *packed)
{
    if (PyBytes_Check(packed)) {
        Py_ssize_t size = PyBytes_GET_SIZE(packed);
        const int32_t *head = (const int32_t *)PyBytes_AS_STRING(packed);
        if (size >= 16 && head[1] >= 0 && head[1] < 32 && head[3] >= 0 && 16 + 4 * (Py_ssize_t)head[3] <= size) {
            table->offset = head[0];
            table->shift = head[1];
            table->mask = head[2];
            table->highs = head[3];
            table->starts = head + 4;
            table->places = (const int16_t *)(head + 4 + head[3]);
            table->size = (size - 16 - 4 * (Py_ssize_t)head[3]) / 2;
            return 0;
        }
    }
    PyErr_SetString(PyExc_TypeError, "expected the bytes of a table");
    return -1;
}

/* The index that a Python number stands for; -1 if the table has none, or if it has -1. */
static inline Py_ssize_t
index_of(const Table *table, PyObject *object)
{
    Py_ssize_t number = value_of(object) + table->offset;
    if (number >= 0 && number >> 16 < table->highs) {
        Py_ssize_t place = table->starts[number >> 16] + (number >> table->shift & table->mask);
        if (place >= 0 && place < table->size) {
            return table->places[place];
        }
    }
    return -1;
}

/* Raise ValueError for a number that has no index, unless the number has raised already. */
static void
refuse_number(PyObject *number)
{
    if (!PyErr_Occurred()) {
        PyErr_Format(PyExc_ValueError, "%R: expected a number that stands for a bit of the row", number);
    }
}

/* Set the bits of a row that the numbers of a list stand for; -1 with an exception set if a number stands for none. */
static int
set_row(unsigned char *restrict row, Py_ssize_t size, PyObject *numbers, PyObject *packed)
{
    Table table;
    if (!PyList_Check(numbers)) {
        PyErr_SetString(PyExc_TypeError, "set_bits: expected lists of numbers");
        return -1;
    }
    if (read_table(&table, packed) < 0) {
        return -1;
    }
    const Table fixed = table; /* writing to the row changes nothing of it, and the compiler knows that */
    PyObject **items = ((PyListObject *)numbers)->ob_item;
    Py_ssize_t count = PyList_GET_SIZE(numbers);
    for (Py_ssize_t at = 0; at < count; at++) {
        Py_ssize_t bit = index_of(&fixed, items[at]);
        if (bit < 0 || bit >= size * 8) {
            refuse_number(items[at]);
            return -1;
        }
        row[bit >> 3] |= (unsigned char)(1 << (bit & 7));
    }
    return 0;
}

static PyObject *
set_bits(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 4 || !PyList_Check(args[2]) || !PyList_Check(args[3]) ||
        PyList_GET_SIZE(args[2]) != PyList_GET_SIZE(args[3])) {
        PyErr_SetString(PyExc_ValueError, "set_bits: expected a buffer, the bytes of a row, lists, and as many tables");
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
    int failed = 0;
    for (Py_ssize_t number = 0; number < count && !failed; number++, row += size) {
        failed = set_row((unsigned char *)row, size, PyList_GET_ITEM(args[2], number), PyList_GET_ITEM(args[3], number));
    }
    PyBuffer_Release(&view);
    if (failed) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
first_without(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3 || !PyByteArray_Check(args[0]) || !PyList_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "first_without: expected a bytearray, the bytes of a row, and a list");
        return NULL;
    }
    Py_ssize_t size = PyLong_AsSsize_t(args[1]);
    Py_ssize_t count = PyList_GET_SIZE(args[2]);
    if (size == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (size < 0 || size * count > PyByteArray_GET_SIZE(args[0])) {
        PyErr_Format(PyExc_ValueError, "first_without: expected %zd rows of %zd bytes", count, size);
        return NULL;
    }
    const char *row = PyByteArray_AS_STRING(args[0]);
    for (Py_ssize_t number = 0; number < count; number++, row += size) {
        Py_ssize_t index = value_of(PyList_GET_ITEM(args[2], number));
        if (index < 0 || index >= size * 8 || !(row[index >> 3] >> (index & 7) & 1)) {
            if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError)) {
                return NULL;
            }
            PyErr_Clear(); /* a number that is too large is no index */
            return PyLong_FromSsize_t(number);
        }
    }
    return PyLong_FromLong(-1);
}

static PyObject *
listed(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !PyList_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "listed: expected a buffer and a list");
        return NULL;
    }
    Py_buffer view;
    if (PyObject_GetBuffer(args[0], &view, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    Py_ssize_t count = view.len / 8, size = PyList_GET_SIZE(args[1]);
    PyObject *list = PyList_New(count);
    for (Py_ssize_t at = 0; list != NULL && at < count; at++) {
        int64_t number;
        memcpy(&number, (const char *)view.buf + 8 * at, 8);
        PyObject *item = NULL;
        if (number >= 0 && number < size) {
            item = PyList_GET_ITEM(args[1], number);
            Py_INCREF(item);
        } else if ((item = PyLong_FromLongLong(number)) == NULL) {
            Py_CLEAR(list);
            break;
        }
        PyList_SET_ITEM(list, at, item);
    }
    PyBuffer_Release(&view);
    return list;
}

static PyObject *
picked(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    Table table;
    if (nargs != 3 || !PyList_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "picked: expected a list, the bytes of a table, and an index");
        return NULL;
    }
    Py_ssize_t index = PyLong_AsSsize_t(args[2]);
    if ((index == -1 && PyErr_Occurred()) || read_table(&table, args[1]) < 0) {
        return NULL;
    }
    PyObject **items = ((PyListObject *)args[0])->ob_item;
    Py_ssize_t size = PyList_GET_SIZE(args[0]), count = 0;
    for (Py_ssize_t at = 0; at < size; at++) {
        count += index_of(&table, items[at]) == index;
    }
    PyObject *list = PyErr_Occurred() ? NULL : PyList_New(count);
    for (Py_ssize_t at = 0, to = 0; list != NULL && to < count; at++) {
        if (index_of(&table, items[at]) == index) {
            Py_INCREF(items[at]);
            PyList_SET_ITEM(list, to++, items[at]);
        }
    }
    return list;
}

static int untrack_part(PyObject *value, void *list);

/* Untrack a value and the lists below it. A list that begins with a number has numbers alone. */
static void
untrack_below(PyObject *value)
{
    if (!PyObject_IS_GC(value) || !PyObject_GC_IsTracked(value)) {
        return;
    }
    int is_list = PyList_CheckExact(value);
    PyObject_GC_UnTrack(value);
    if (!is_list || (PyList_GET_SIZE(value) > 0 && PyObject_IS_GC(PyList_GET_ITEM(value, 0)))) {
        Py_TYPE(value)->tp_traverse(value, untrack_part, is_list ? value : NULL);
    }
}

/* Untrack an item of a list, or what an object has if it is a list. */
static int
untrack_part(PyObject *value, void *list)
{
    if (list != NULL || PyList_CheckExact(value)) {
        untrack_below(value);
    }
    return 0;
}

static PyObject *
untrack(PyObject *module, PyObject *value)
{
    untrack_below(value);
    Py_RETURN_NONE;
}

/* Put values of a list into neighbouring columns, at most 127 each; -1 with an exception set if there is no room. */
static int
put_all(char *restrict row, Py_ssize_t size, Py_ssize_t column, PyObject *values)
{
    PyObject **items = ((PyListObject *)values)->ob_item;
    Py_ssize_t count = PyList_GET_SIZE(values);
    if (column + count > size) {
        PyErr_Format(PyExc_ValueError, "%zd values at column %zd: the row has %zd columns", count, column, size);
        return -1;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        Py_ssize_t value = value_of(items[at]);
        row[column + at] = (char)(value < 127 ? value : 127);
    }
    return 0;
}

/* Add to neighbouring columns how often a list has their places; -1 with an exception set if there is no such column. */
static int
count_all(char *restrict row, Py_ssize_t size, Py_ssize_t column, PyObject *places)
{
    Py_ssize_t count = PyList_GET_SIZE(places);
    for (Py_ssize_t at = 0; at < count; at++) {
        Py_ssize_t place = number_at(places, at, size - column);
        if (place < 0) {
            return -1;
        }
        row[column + place]++;
    }
    return 0;
}

/* Put a list of numbers into a row of `size` bytes, or add to a column; -1 with an exception set if that is impossible. */
static int
put_other(char *row, Py_ssize_t size, Py_ssize_t column, PyObject *number)
{
    int is_added = column < 0;
    if (is_added) {
        column += size;
    }
    if (column < 0 || column >= size) {
        if (!PyErr_Occurred()) {
            PyErr_Format(PyExc_ValueError, "column %zd: expected 0 to %zd", column, size - 1);
        }
        return -1;
    }
    if (PyList_CheckExact(number)) {
        return is_added ? count_all(row, size, column, number) : put_all(row, size, column, number);
    }
    row[column] = (char)(row[column] + value_of(number));
    return 0;
}

/* Put the first numbers of a list into their columns of a row of `size` bytes; -1 with an exception set if not. */
static int
put(char *restrict row, Py_ssize_t size, PyObject *columns, PyObject *numbers, Py_ssize_t used)
{
    if (!PyList_Check(columns) || !PyList_Check(numbers)) {
        PyErr_SetString(PyExc_TypeError, "expected a list of columns, and a list of numbers");
        return -1;
    }
    if (used < 0 || used > PyList_GET_SIZE(columns) || used > PyList_GET_SIZE(numbers)) {
        PyErr_Format(PyExc_ValueError, "%zd numbers: a list is shorter", used);
        return -1;
    }
    PyObject **places = ((PyListObject *)columns)->ob_item, **items = ((PyListObject *)numbers)->ob_item;
    for (Py_ssize_t at = 0; at < used; at++) {
        Py_ssize_t column = value_of(places[at]);
        if (column >= 0 && column < size && !PyList_CheckExact(items[at])) {
            row[column] = (char)value_of(items[at]);
        } else if (put_other(row, size, column, items[at]) < 0) {
            return -1;
        }
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

/* The planes of a row that are copied from that of its seat on: the first column, the size, and how many there are. */
typedef struct {
    Py_ssize_t first, size, count;
} Planes;

/* Read the planes of rows of `size` bytes from a list; -1 with an exception set if it has none. */
static int
read_planes(Planes *planes, PyObject *list, Py_ssize_t size)
{
    if (PyList_GET_SIZE(list) == 3) {
        planes->first = value_of(PyList_GET_ITEM(list, 0));
        planes->size = value_of(PyList_GET_ITEM(list, 1));
        planes->count = value_of(PyList_GET_ITEM(list, 2));
        if (planes->first >= 0 && planes->size >= 0 && planes->count >= 0 &&
            planes->first + planes->size * planes->count <= size) {
            return 0;
        }
    }
    if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_ValueError, "put_rows: expected the first column, size and number of planes in a row");
    }
    return -1;
}

/* Write a row of `size` bytes: a copy of the filled one, with planes from that of a seat on; -1 with an exception set. */
static int
copy_row(char *row, Py_ssize_t size, PyObject *filled, const Planes *planes, PyObject *seat)
{
    if (!PyByteArray_Check(filled) || PyByteArray_GET_SIZE(filled) != size) {
        PyErr_Format(PyExc_ValueError, "put_rows: expected rows of %zd bytes", size);
        return -1;
    }
    const char *from = PyByteArray_AS_STRING(filled);
    memcpy(row, from, size);
    if (planes->count > 0) {
        Py_ssize_t turned = value_of(seat);
        if (turned < 0 || turned >= planes->count) {
            PyErr_Format(PyExc_ValueError, "put_rows: seat %R: expected 0 to %zd", seat, planes->count - 1);
            return -1;
        }
        Py_ssize_t before = planes->size * turned, after = planes->size * (planes->count - turned);
        if (before > 0) {
            memcpy(row + planes->first, from + planes->first + before, after);
            memcpy(row + planes->first + after, from + planes->first, before);
        }
    }
    return 0;
}

static PyObject *
put_rows(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    for (Py_ssize_t at = 2; at < 8; at++) {
        if (nargs != 8 || !PyList_Check(args[at]) || (at < 7 && PyList_GET_SIZE(args[at]) != PyList_GET_SIZE(args[2]))) {
            PyErr_SetString(PyExc_TypeError, "put_rows: expected a buffer, the bytes of a row, lists of rows, and planes");
            return NULL;
        }
    }
    Py_ssize_t size = PyLong_AsSsize_t(args[1]);
    Py_ssize_t count = PyList_GET_SIZE(args[2]);
    Planes planes;
    Py_buffer view;
    if ((size == -1 && PyErr_Occurred()) || read_planes(&planes, args[7], size) < 0) {
        return NULL;
    }
    char *row = rows_of(&view, args[0], 0, size, count);
    if (row == NULL) {
        return NULL;
    }
    int failed = 0;
    for (Py_ssize_t at = 0; at < count && !failed; at++, row += size) {
        failed = copy_row(row, size, PyList_GET_ITEM(args[2], at), &planes, PyList_GET_ITEM(args[6], at));
        if (!failed) {
            Py_ssize_t used = value_of(PyList_GET_ITEM(args[5], at));
            failed = put(row, size, PyList_GET_ITEM(args[3], at), PyList_GET_ITEM(args[4], at), used);
        }
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

/* Lasting numbers ----------------------------------------------------------------------------------------------------

   A list of options has some 60 numbers, the same few thousand in every game. To count a reference to each when a list is
   made, and once more when it is freed, took as long as to find out which options are legal. Numbers that live as long as
   Python need no counts: Python 3.12 knows them as immortal, and an older one gets a count that no program uses up. */

#if defined(Py_GIL_DISABLED)
#define LASTING 0 /* counts are split between threads: all references are counted */
#elif defined(_Py_IMMORTAL_INITIAL_REFCNT)
#define LASTING _Py_IMMORTAL_INITIAL_REFCNT
#elif defined(_Py_IMMORTAL_REFCNT)
#define LASTING _Py_IMMORTAL_REFCNT
#elif PY_VERSION_HEX < 0x030C0000 && PY_SSIZE_T_MAX > INT32_MAX
#define LASTING (PY_SSIZE_T_MAX / 2)
#else
#define LASTING 0
#endif

/* Numbers that are never freed: a list of options may have them without a count. */
typedef struct {
    PyObject_VAR_HEAD
    PyObject *numbers[1];
} Lasting;

static void
free_lasting(PyObject *lasting)
{
    for (Py_ssize_t at = 0; at < Py_SIZE(lasting); at++) {
        Py_DECREF(((Lasting *)lasting)->numbers[at]);
    }
    PyObject_Free(lasting);
}

static PyTypeObject LastingType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "arena.games._rows.Lasting",
    .tp_basicsize = offsetof(Lasting, numbers),
    .tp_itemsize = sizeof(PyObject *),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = free_lasting,
    .tp_doc = "Numbers for `joined`.",
};

static PyObject *
lasting(PyObject *module, PyObject *list)
{
    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "lasting: expected a list");
        return NULL;
    }
    Lasting *made = PyObject_NewVar(Lasting, &LastingType, PyList_GET_SIZE(list));
    for (Py_ssize_t at = 0; made != NULL && at < Py_SIZE(made); at++) {
        PyObject *number = made->numbers[at] = Py_NewRef(PyList_GET_ITEM(list, at));
        if (LASTING > 0 && Py_REFCNT(number) < LASTING / 2) {
            Py_SET_REFCNT(number, LASTING);
        }
    }
    return (PyObject *)made;
}

/* The lasting numbers at a listed index of a list, negative ones counted from its end; NULL with an exception if not. */
static inline Lasting *
lasting_at(PyObject *list, PyObject *indexes, Py_ssize_t at)
{
    Py_ssize_t index = value_of(PyList_GET_ITEM(indexes, at)), limit = PyList_GET_SIZE(list);
    if (index < 0) {
        index += limit;
    }
    if (index >= 0 && index < limit && Py_IS_TYPE(PyList_GET_ITEM(list, index), &LastingType)) {
        return (Lasting *)PyList_GET_ITEM(list, index);
    }
    if (!PyErr_Occurred()) {
        PyErr_Format(PyExc_IndexError, "%zd: expected the index of one of %zd lasting numbers", index, limit);
    }
    return NULL;
}

#define STORED 16   /* lists that are filled again when their callers have dropped them */
#define LONGEST 192 /* numbers for which a stored list has room */

typedef struct {
    PyListObject *list;
    Py_ssize_t size;
    PyObject *numbers[LONGEST]; /* what was put into the list: anything else there is a caller's, and has a count */
} Stored;

static Stored stored[STORED];
static size_t next_stored;

/* Take the list from its place if no caller has it; if not, make one with room. What a caller has put there is freed. */
static PyListObject *
taken(Stored *place)
{
    PyListObject *list = place->list;
    place->list = NULL;
    if (list == NULL || Py_REFCNT(list) > 1 || list->allocated < LONGEST) {
        Py_XDECREF(list);
        return (PyListObject *)PyList_New(LONGEST);
    }
    Py_ssize_t size = Py_SIZE(list);
    if (size != place->size || memcmp(list->ob_item, place->numbers, size * sizeof(PyObject *)) != 0) {
        while (Py_SIZE(list) > 0) {
            Py_SET_SIZE(list, Py_SIZE(list) - 1);
            Py_DECREF(list->ob_item[Py_SIZE(list)]);
        }
    }
    return list;
}

/* Write the numbers of several parts one after another. They are not counted. */
static inline void
write_parts(PyObject **to, Lasting *const *parts, Py_ssize_t count)
{
    for (Py_ssize_t at = 0; at < count; at++) {
        for (Py_ssize_t each = 0; each < Py_SIZE(parts[at]); each++) {
            *to++ = parts[at]->numbers[each];
        }
    }
}

/* A list of the numbers of several parts, `length` in all, in a list that no caller has any more. */
static PyObject *
joined_again(Lasting *const *parts, Py_ssize_t count, Py_ssize_t length)
{
    Stored *place = &stored[next_stored++ % STORED];
    PyListObject *list = taken(place);
    if (list == NULL) {
        return NULL;
    }
    write_parts(place->numbers, parts, count);
    memcpy(list->ob_item, place->numbers, length * sizeof(PyObject *));
    Py_SET_SIZE(list, length);
    place->size = length;
    place->list = (PyListObject *)Py_NewRef(list);
    return (PyObject *)list;
}

/* The same as a new list: it is too long to be stored, or references are counted. */
static PyObject *
joined_anew(Lasting *const *parts, Py_ssize_t count, Py_ssize_t length)
{
    PyObject *list = PyList_New(length);
    if (list != NULL) {
        PyObject **to = ((PyListObject *)list)->ob_item;
        write_parts(to, parts, count);
        for (Py_ssize_t at = 0; at < length; at++) {
            Py_INCREF(to[at]);
        }
    }
    return list;
}

static PyObject *
joined(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !PyList_Check(args[0]) || !PyList_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "joined: expected a list of lasting numbers, and a list of indexes");
        return NULL;
    }
    Py_ssize_t count = PyList_GET_SIZE(args[1]), length = 0;
    Lasting *few[64], **parts = count <= 64 ? few : PyMem_New(Lasting *, count);
    if (parts == NULL) {
        return PyErr_NoMemory();
    }
    Py_ssize_t found = 0;
    while (found < count && (parts[found] = lasting_at(args[0], args[1], found)) != NULL) {
        length += Py_SIZE(parts[found++]);
    }
    PyObject *list = NULL;
    if (found == count) {
        list = LASTING > 0 && length <= LONGEST ? joined_again(parts, count, length) : joined_anew(parts, count, length);
    }
    if (parts != few) {
        PyMem_Free(parts);
    }
    return list;
}

static PyMethodDef methods[] = {
    {"set_bits", (PyCFunction)(void (*)(void))set_bits, METH_FASTCALL, "Clear all rows, then set the bits listed."},
    {"first_without", (PyCFunction)(void (*)(void))first_without, METH_FASTCALL, "Find the first row without a bit."},
    {"listed", (PyCFunction)(void (*)(void))listed, METH_FASTCALL, "List the numbers of a buffer as shared objects."},
    {"picked", (PyCFunction)(void (*)(void))picked, METH_FASTCALL, "Pick the numbers that stand for an index."},
    {"untrack", untrack, METH_O, "Let the garbage collector ignore an object and its lists."},
    {"put_cells", (PyCFunction)(void (*)(void))put_cells, METH_FASTCALL, "Put the numbers listed into a row."},
    {"put_rows", (PyCFunction)(void (*)(void))put_rows, METH_FASTCALL, "Fill rows, then put the numbers listed."},
    {"put_numbers", (PyCFunction)(void (*)(void))put_numbers, METH_FASTCALL, "Put small numbers into bytes."},
    {"lasting", lasting, METH_O, "Make numbers last as long as Python."},
    {"joined", (PyCFunction)(void (*)(void))joined, METH_FASTCALL, "Join the lasting numbers at these indexes."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_rows", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit__rows(void)
{
    return PyType_Ready(&LastingType) < 0 ? NULL : PyModule_Create(&definition);
}
