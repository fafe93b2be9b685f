export type FormValue = string | FormValue[] | { [key: string]: FormValue }

/**
 * Reads a form-encoded body or query as Stripe does: `metadata[orderId]=1` is an object in an object, `expand[]=a` and
 * `expand[0]=a` are lists.
 */
export function parseForm(text: string): Record<string, FormValue> {
  const root = emptyBranch()
  for (const [name, value] of new URLSearchParams(text)) plant(root, pathOf(name), value)
  const form = emptyBranch()
  for (const [key, value] of Object.entries(root)) form[key] = withLists(value)
  return form
}

function plant(root: Record<string, FormValue>, path: string[], value: string): void {
  let branch = root
  for (const step of path.slice(0, -1)) {
    const next = branch[step]
    const deeper = typeof next === 'object' && !Array.isArray(next) ? next : emptyBranch()
    branch[step] = deeper
    branch = deeper
  }
  const last = path.at(-1) ?? ''
  branch[last === '' ? String(Object.keys(branch).length) : last] = value
}

/** `a[b][]` is a, b, and the next free place. */
function pathOf(name: string): string[] {
  return name.replaceAll(']', '').split('[')
}

function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, withLists(each)] as const)
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) return entries.map(([, each]) => each)
  const branch = emptyBranch()
  for (const [key, each] of entries) branch[key] = each
  return branch
}

/** Without a prototype, so that a field named `__proto__` is a field like any other. */
function emptyBranch(): Record<string, FormValue> {
  return Object.create(null) as Record<string, FormValue>
}
