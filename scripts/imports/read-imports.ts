import { parseSync } from 'vite'

export interface Import {
  line: number
  specifier: string
  typeOnly: boolean
}

/** Every module that a source file imports, re-exports from or loads by a literal `import()`, in order of appearance. */
export function readImports(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const imports = module.staticImports.map(({ start, moduleRequest, entries }) => ({
    start,
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }))
  const reexports = module.staticExports.flatMap(({ start, entries }) => {
    const specifier = entries[0]?.moduleRequest?.value
    return specifier === undefined ? [] : [{ start, specifier, typeOnly: entries.every((entry) => entry.isType) }]
  })
  const loaded = module.dynamicImports.flatMap(({ start, moduleRequest }) => {
    const literal = /^(['"`])([^$]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[2]
    return literal === undefined ? [] : [{ start, specifier: literal, typeOnly: false }]
  })
  return [...imports, ...reexports, ...loaded]
    .sort((a, b) => a.start - b.start)
    .map(({ start, specifier, typeOnly }) => ({ line: lineAt(start), specifier, typeOnly }))
}
