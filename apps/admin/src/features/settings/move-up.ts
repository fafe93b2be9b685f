/**
 * Moves the entry of `id` over the one that is above it at the first call. Called again, as after a lost answer, it moves it no
 * further than that.
 */
export function moveUp<Entry>(id: string, idOf: (entry: Entry) => string): (list: Entry[]) => Entry[] {
  let above: string | undefined
  return (list) => {
    const at = list.findIndex((entry) => idOf(entry) === id)
    if (at > 0) above ??= idOf(list[at - 1] as Entry)
    const to = list.findIndex((entry) => idOf(entry) === above)
    if (to < 0 || to > at) return list
    const moved = list[at] as Entry
    return [...list.slice(0, to), moved, ...list.slice(to).filter((entry) => entry !== moved)]
  }
}
