/* What the compiled engine asks of Python's lists and numbers all the time, short enough for a C compiler to inline.

   mypyc's runtime and Python's library have functions for the same. Each costs a call, several checks and, for a list or
   a number, often a block of memory. setup.py lets the C files of the engine include this file before anything else.
   What is unusual (a large number, an index that is too high) is left to those functions. */

#ifndef ARENA_INLINED_H
#define ARENA_INLINED_H

#include <Python.h>
#include <string.h>

#include "CPy.h"

#if !defined(Py_GIL_DISABLED) && (defined(__GNUC__) || defined(__clang__))

#define ARENA_COLD __attribute__((cold, noinline))

/* Numbers ------------------------------------------------------------------------------------------------------------

   Options, cells and edges are the same few thousand numbers again and again, so their objects are stored. Each number
   has one place in a table, and may lose it to another number. */

#define ARENA_PLACES 65536
#define ARENA_LEAST (-8192)
#define ARENA_RANGE (1UL << 22)

typedef struct {
    unsigned long key; /* 0: no number yet */
    PyObject *object;
} arena_place;

static arena_place arena_numbers[ARENA_PLACES];

ARENA_COLD static PyObject *
arena_new_number(arena_place *place, unsigned long key, long number)
{
    PyObject *object = PyLong_FromLong(number), *before = place->object;
    if (object == NULL) {
        CPyError_OutOfMemory();
    }
    Py_INCREF(object);
    place->key = key;
    place->object = object;
    Py_XDECREF(before);
    return object;
}

static inline PyObject *
arena_number(long number)
{
    unsigned long key = (unsigned long)number - ARENA_LEAST + 1;
    if (unlikely(key - 1 >= ARENA_RANGE)) {
        return PyLong_FromLong(number);
    }
    arena_place *place = &arena_numbers[(key + (key >> 12)) % ARENA_PLACES];
    if (unlikely(place->key != key)) {
        return arena_new_number(place, key, number);
    }
    Py_INCREF(place->object);
    return place->object;
}

static inline PyObject *
arena_boxed(CPyTagged number)
{
    return likely(CPyTagged_CheckShort(number)) ? arena_number(CPyTagged_ShortAsSsize_t(number))
                                                : CPyTagged_AsObject(number);
}

static inline PyObject *
arena_boxed_stolen(CPyTagged number)
{
    return likely(CPyTagged_CheckShort(number)) ? arena_number(CPyTagged_ShortAsSsize_t(number))
                                                : CPyTagged_StealAsObject(number);
}

/* Types --------------------------------------------------------------------------------------------------------------

   A class of the engine has one base, so the way from a class to its base is short. */

static inline int
arena_is_a(PyObject *object, PyTypeObject *type)
{
    for (PyTypeObject *kind = Py_TYPE(object); kind != NULL; kind = kind->tp_base) {
        if (kind == type) {
            return 1;
        }
    }
    return PyType_IsSubtype(Py_TYPE(object), type);
}

/* Arguments of a method that Python calls: the positions that nearly every caller uses -----------------------------*/

static inline int
arena_one_argument(PyObject *const *given, Py_ssize_t count, PyObject *names, CPyArg_Parser *parser, PyObject **argument)
{
    if (likely(names == NULL && count == 1)) {
        *argument = given[0];
        return 1;
    }
    return CPyArg_ParseStackAndKeywordsOneArg(given, count, names, parser, argument);
}

static inline int
arena_no_argument(PyObject *const *given, Py_ssize_t count, PyObject *names, CPyArg_Parser *parser)
{
    return likely(names == NULL && count == 0) || CPyArg_ParseStackAndKeywordsNoArgs(given, count, names, parser);
}

/* Items of lists ---------------------------------------------------------------------------------------------------*/

/* Where an item is; an index that the list does not have gives a place behind the end. */
static inline size_t
arena_place_of(PyObject *list, CPyTagged index)
{
    Py_ssize_t at = CPyTagged_ShortAsSsize_t(index);
    if (at < 0) {
        at += PyList_GET_SIZE(list);
    }
    return CPyTagged_CheckShort(index) ? (size_t)at : SIZE_MAX;
}

static inline PyObject *
arena_item_borrowed(PyObject *list, CPyTagged index)
{
    size_t at = arena_place_of(list, index);
    return likely(at < (size_t)PyList_GET_SIZE(list)) ? PyList_GET_ITEM(list, at) : CPyList_GetItemBorrow(list, index);
}

static inline PyObject *
arena_item(PyObject *list, CPyTagged index)
{
    size_t at = arena_place_of(list, index);
    return likely(at < (size_t)PyList_GET_SIZE(list)) ? Py_NewRef(PyList_GET_ITEM(list, at))
                                                      : CPyList_GetItem(list, index);
}

/* The same with a machine word as the index. */
static inline PyObject *
arena_item_borrowed_at(PyObject *list, int64_t index)
{
    size_t at = (size_t)(index < 0 ? index + PyList_GET_SIZE(list) : index);
    return likely(at < (size_t)PyList_GET_SIZE(list)) ? PyList_GET_ITEM(list, at)
                                                      : CPyList_GetItemInt64Borrow(list, index);
}

static inline PyObject *
arena_item_at(PyObject *list, int64_t index)
{
    PyObject *item = arena_item_borrowed_at(list, index);
    Py_XINCREF(item);
    return item;
}

static inline bool
arena_set_item(PyObject *list, CPyTagged index, PyObject *item)
{
    size_t at = arena_place_of(list, index);
    if (unlikely(at >= (size_t)PyList_GET_SIZE(list))) {
        return CPyList_SetItem(list, index, item);
    }
    PyObject *before = PyList_GET_ITEM(list, at);
    PyList_SET_ITEM(list, at, item);
    Py_DECREF(before);
    return true;
}

/* Lists that grow and shrink -----------------------------------------------------------------------------------------

   A list gets room for eight items at once, and keeps it when it becomes shorter: the stack of pending steps, the
   options that are collected, and most lists of a position have fewer. */

#define ARENA_ROOM 8

static __attribute__((noinline)) int
arena_make_room(PyListObject *list, Py_ssize_t size)
{
    Py_ssize_t room = size <= ARENA_ROOM ? ARENA_ROOM : (size + (size >> 1) + 1) & ~(Py_ssize_t)1;
    PyObject **items = (PyObject **)PyMem_Realloc(list->ob_item, room * sizeof(PyObject *));
    if (items == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    list->ob_item = items;
    list->allocated = room;
    return 0;
}

/* Make a list longer, without setting its new items. */
static inline int
arena_lengthen(PyListObject *list, Py_ssize_t size)
{
    if (unlikely(size > list->allocated) && arena_make_room(list, size) < 0) {
        return -1;
    }
    Py_SET_SIZE(list, size);
    return 0;
}

static inline int
arena_append(PyObject *object, PyObject *item)
{
    PyListObject *list = (PyListObject *)object;
    Py_ssize_t size = Py_SIZE(list);
    if (unlikely(arena_lengthen(list, size + 1) < 0)) {
        return -1;
    }
    list->ob_item[size] = Py_NewRef(item);
    return 0;
}

static inline PyObject *
arena_extend(PyObject *object, PyObject *more)
{
    PyListObject *list = (PyListObject *)object;
    if (unlikely(!PyList_CheckExact(more) || more == object)) {
        return CPyList_Extend(object, more);
    }
    Py_ssize_t size = Py_SIZE(list), count = PyList_GET_SIZE(more);
    if (unlikely(arena_lengthen(list, size + count) < 0)) {
        return NULL;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        list->ob_item[size + at] = Py_NewRef(PyList_GET_ITEM(more, at));
    }
    Py_RETURN_NONE;
}

static inline int
arena_insert(PyObject *object, CPyTagged index, PyObject *item)
{
    PyListObject *list = (PyListObject *)object;
    Py_ssize_t size = Py_SIZE(list), at = CPyTagged_ShortAsSsize_t(index);
    if (unlikely(!CPyTagged_CheckShort(index) || at < 0 || at > size)) {
        return CPyList_Insert(object, index, item);
    }
    if (unlikely(arena_lengthen(list, size + 1) < 0)) {
        return -1;
    }
    for (Py_ssize_t moved = size; moved > at; moved--) {
        list->ob_item[moved] = list->ob_item[moved - 1];
    }
    list->ob_item[at] = Py_NewRef(item);
    return 0;
}

/* Take an item out of a list that has one at this place; the caller gets the list's reference. */
static inline PyObject *
arena_take(PyListObject *list, Py_ssize_t at)
{
    PyObject *item = list->ob_item[at];
    Py_ssize_t size = Py_SIZE(list) - 1;
    for (; at < size; at++) {
        list->ob_item[at] = list->ob_item[at + 1];
    }
    Py_SET_SIZE(list, size);
    return item;
}

/* True if a list may keep its room when it loses an item: a long list does not. */
static inline bool
arena_keeps_room(PyListObject *list)
{
    return list->allocated <= 8 * ARENA_ROOM || Py_SIZE(list) > list->allocated >> 1;
}

static inline PyObject *
arena_pop_last(PyObject *object)
{
    PyListObject *list = (PyListObject *)object;
    if (unlikely(Py_SIZE(list) == 0 || !arena_keeps_room(list))) {
        return CPyList_PopLast(object);
    }
    Py_SET_SIZE(list, Py_SIZE(list) - 1);
    return list->ob_item[Py_SIZE(list)];
}

static inline PyObject *
arena_pop(PyObject *object, CPyTagged index)
{
    PyListObject *list = (PyListObject *)object;
    size_t at = arena_place_of(object, index);
    return likely(at < (size_t)Py_SIZE(list) && arena_keeps_room(list)) ? arena_take(list, (Py_ssize_t)at)
                                                                        : CPyList_Pop(object, index);
}

static inline char
arena_clear(PyObject *object)
{
    PyListObject *list = (PyListObject *)object;
    if (unlikely(!PyList_CheckExact(object) || list->allocated > 8 * ARENA_ROOM)) {
        return CPyList_Clear(object);
    }
    while (Py_SIZE(list) > 0) {
        Py_SET_SIZE(list, Py_SIZE(list) - 1);
        Py_DECREF(list->ob_item[Py_SIZE(list)]);
    }
    return 1;
}

/* True if two numbers that fit into a machine word are equal, -1 if one does not fit or is no number. */
static inline int
arena_are_equal(PyObject *one, PyObject *other)
{
    int large = 0, larger = 0;
    if (unlikely(!PyLong_CheckExact(one) || !PyLong_CheckExact(other))) {
        return -1;
    }
    bool equal = CPyLong_AsSsize_tAndOverflow(one, &large) == CPyLong_AsSsize_tAndOverflow(other, &larger);
    return unlikely(large || larger) ? -1 : equal;
}

/* Remove the first number that is equal to another; what else there may be in a list is left to mypyc's function. */
static inline int
arena_remove(PyObject *object, PyObject *item)
{
    PyListObject *list = (PyListObject *)object;
    if (likely(PyList_CheckExact(object) && arena_keeps_room(list))) {
        for (Py_ssize_t at = 0; at < Py_SIZE(list); at++) {
            int equal = arena_are_equal(list->ob_item[at], item);
            if (equal > 0) {
                Py_DECREF(arena_take(list, at));
                return 0;
            }
            if (unlikely(equal < 0)) {
                break;
            }
        }
    }
    return CPyList_Remove(object, item);
}

static inline PyObject *
arena_new_list(Py_ssize_t size)
{
    if (size == 0 || size > ARENA_ROOM) {
        return PyList_New(size);
    }
    PyObject *object = PyList_New(0);
    PyListObject *list = (PyListObject *)object;
    if (unlikely(object == NULL || arena_make_room(list, size) < 0)) {
        Py_XDECREF(object);
        return NULL;
    }
    memset(list->ob_item, 0, ARENA_ROOM * sizeof(PyObject *)); /* the collector of garbage may look at it half made */
    Py_SET_SIZE(list, size);
    return object;
}

/* The same with a machine word as the index; it takes the reference to the item. */
static inline bool
arena_set_item_at(PyObject *list, int64_t index, PyObject *item)
{
    if (unlikely((uint64_t)index >= (uint64_t)PyList_GET_SIZE(list))) {
        return CPyList_SetItemInt64(list, index, item);
    }
    PyObject *before = PyList_GET_ITEM(list, index);
    PyList_SET_ITEM(list, index, item);
    Py_DECREF(before);
    return true;
}

/* Lists that no caller has any more ----------------------------------------------------------------------------------

   To make a list takes two blocks of memory from Python, and to free it gives them back. So the lists that are made most
   often are stored. If the store has the only reference to a list, its maker fills it again. A caller that still has
   its list keeps it. */

static inline bool
arena_is_left(PyObject *list)
{
    return list != NULL && Py_REFCNT(list) == 1;
}

/* Put a new list into the store in the place of one that a caller has; return it. */
static inline PyObject *
arena_store(PyObject **place, PyObject *list)
{
    PyObject *before = *place;
    *place = Py_XNewRef(list);
    Py_XDECREF(before);
    return list;
}

#define ARENA_BLANKS 128 /* as many as all games of a batch have, or else they find none that is left */
#define ARENA_LONGEST 64 /* room that a stored list keeps */

static PyObject *arena_blanks[ARENA_BLANKS];
static size_t arena_next_blank;

/* An empty list for options. */
static inline PyObject *
arena_blank(void)
{
    PyObject **place = &arena_blanks[arena_next_blank++ % ARENA_BLANKS];
    if (unlikely(!arena_is_left(*place) || ((PyListObject *)*place)->allocated > ARENA_LONGEST)) {
        return arena_store(place, arena_new_list(0));
    }
    PyObject *list = Py_NewRef(*place); /* from now on it is the caller's, also while its old items are freed */
    while (Py_SIZE(list) > 0) {
        Py_SET_SIZE(list, Py_SIZE(list) - 1);
        Py_DECREF(((PyListObject *)list)->ob_item[Py_SIZE(list)]);
    }
    return list;
}

#define ARENA_COPIES 96
#define ARENA_LONG 512 /* items of a list whose copies are stored: the grid of a game */

static PyObject *arena_copies[ARENA_COPIES];
static size_t arena_next_copy;

/* A copy of a long list. Most items of two grids are equal, so only the others are set. */
static __attribute__((noinline)) PyObject *
arena_copy_long(PyObject *list)
{
    Py_ssize_t size = PyList_GET_SIZE(list);
    for (size_t tried = 0; tried < ARENA_COPIES; tried++) {
        PyObject *copy = arena_copies[tried];
        if (copy != list && arena_is_left(copy) && PyList_GET_SIZE(copy) == size) {
            Py_INCREF(copy);
            arena_copies[tried] = arena_copies[0]; /* a search that clones one game after another finds it at once */
            arena_copies[0] = copy;
            PyObject **from = ((PyListObject *)list)->ob_item, **to = ((PyListObject *)copy)->ob_item;
            for (Py_ssize_t at = 0; at < size; at++) {
                if (to[at] != from[at]) {
                    Py_SETREF(to[at], Py_NewRef(from[at]));
                }
            }
            return copy;
        }
    }
    return arena_store(&arena_copies[arena_next_copy++ % ARENA_COPIES], PyList_GetSlice(list, 0, size));
}

#define ARENA_TO_THE_END ((CPyTagged)PY_SSIZE_T_MAX - 1)

static inline PyObject *
arena_slice(PyObject *list, CPyTagged start, CPyTagged end)
{
    if (start == 0 && end == ARENA_TO_THE_END && PyList_CheckExact(list) && PyList_GET_SIZE(list) >= ARENA_LONG) {
        return arena_copy_long(list);
    }
    return CPyList_GetSlice(list, start, end);
}

/* A call of steps.py's function is replaced. Where it is defined there is `void` between the brackets, and it stays. */
#define CPyDef_steps___blank_list(...) ARENA_BLANK_##__VA_ARGS__
#define ARENA_BLANK_ arena_blank()
#define ARENA_BLANK_void CPyDef_steps___blank_list(void)

#define CPyTagged_AsObject(number) arena_boxed(number)
#define CPyTagged_StealAsObject(number) arena_boxed_stolen(number)
#define CPyArg_ParseStackAndKeywordsOneArg arena_one_argument
#define CPyArg_ParseStackAndKeywordsNoArgs arena_no_argument
#undef PyObject_TypeCheck
#define PyObject_TypeCheck(object, type) arena_is_a((PyObject *)(object), (type))
#define CPyList_GetItem(list, index) arena_item((list), (index))
#define CPyList_GetItemShort(list, index) arena_item((list), (index))
#define CPyList_GetItemBorrow(list, index) arena_item_borrowed((list), (index))
#define CPyList_GetItemShortBorrow(list, index) arena_item_borrowed((list), (index))
#define CPyList_GetItemInt64(list, index) arena_item_at((list), (index))
#define CPyList_GetItemInt64Borrow(list, index) arena_item_borrowed_at((list), (index))
#define CPyList_SetItem(list, index, item) arena_set_item((list), (index), (item))
#define CPyList_SetItemInt64(list, index, item) arena_set_item_at((list), (index), (item))
#define CPyList_GetSlice(list, start, end) arena_slice((list), (start), (end))
#define PyList_Append(list, item) arena_append((list), (item))
#define CPyList_Extend(list, more) arena_extend((list), (more))
#define CPyList_Insert(list, index, item) arena_insert((list), (index), (item))
#define CPyList_PopLast(list) arena_pop_last(list)
#define CPyList_Pop(list, index) arena_pop((list), (index))
#define CPyList_Clear(list) arena_clear(list)
#define CPyList_Remove(list, item) arena_remove((list), (item))
#define PyList_New(size) arena_new_list(size)

#endif
#endif
