import type { Promised, Surface } from './surface.ts'

/** What programs that rely on `before` cannot rely on any more, by its way, each with the reason. */
export function breakingChanges(before: Surface, now: Surface): Map<string, string> {
  const broken = new Map<string, string>()
  const note = (way: string, reason: string | undefined) => void (reason && broken.set(way, reason))
  for (const [way, promised] of before) {
    const found = now.get(way)
    if (found) note(way, changeOf(way, promised, found))
    else if (!parentsOf(way).some((parent) => broken.has(parent))) note(way, 'is gone')
  }
  for (const [way, { isRequired }] of now) {
    const isNew = isRequired && isSent(way) && !before.has(way)
    // What is needed inside of something new and optional breaks nobody.
    if (isNew && parentsOf(way).every((parent) => before.has(parent))) note(way, 'is needed now')
  }
  return broken
}

const isSent = (way: string) => / >(?:$|[ [{])/.test(way)
const isAnswered = (way: string) => / <(?:$|[ [{])/.test(way)

function changeOf(way: string, before: Promised, now: Promised): string | undefined {
  if (isAnswered(way)) {
    if (!areIn(now.types, before.types)) return `is ${now.types.join(' or ')} and was ${before.types.join(' or ')}`
    return before.isRequired && !now.isRequired ? 'is not always there any more' : undefined
  }
  if (!areIn(before.types, now.types)) return `takes ${now.types.join(' or ')} and took ${before.types.join(' or ')}`
  if (!before.isRequired && now.isRequired) return 'is needed now'
  const gone = now.values.length === 0 ? [] : before.values.filter((value) => !now.values.includes(value))
  if (gone.length > 0) return `takes ${gone.join(', ')} no more`
  return before.values.length === 0 && now.values.length > 0 ? 'takes certain values alone' : undefined
}

/** A whole number is a number, and each caller is somebody. */
const areIn = (these: readonly string[], those: readonly string[]) =>
  these.every(
    (type) =>
      those.includes(type) ||
      those.includes('any') ||
      those.includes('anybody') ||
      (type === 'integer' && those.includes('number')),
  )

/** `POST /orders`, `POST /orders >` and `POST /orders > order` of `POST /orders > order.total`. */
function parentsOf(way: string): string[] {
  const [operation = '', direction, path = ''] = way.split(/ ([<>])/)
  if (direction === undefined) return []
  const steps = path.trim().split(/(?=[.[{])/)
  const inner = steps.slice(0, -1).map((_, end) => steps.slice(0, end + 1).join(''))
  const body = path.trim() === '' ? [] : [`${operation} ${direction}`]
  const isParameter = path.trim().startsWith('?')
  return [
    operation,
    ...(isParameter ? [] : body),
    ...inner.map((each) =>
      /^[[{]/.test(each) ? `${operation} ${direction}${each}` : `${operation} ${direction} ${each}`,
    ),
  ]
}
