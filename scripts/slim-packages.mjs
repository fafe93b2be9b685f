// For a production installation alone: deletes from the node_modules that is named what only compilers and debuggers
// read, nearly half of it.
import { globSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [packages] = process.argv.slice(2)
if (!packages) throw new Error('Which node_modules? It is named as the first parameter.')

const forCompilers = ['.pnpm/typescript@*', '.pnpm/@typescript+*', '.pnpm/@types+*', '.pnpm/**/*.d.{ts,mts,cts}']
const forDebuggers = ['.pnpm/**/*.map']
for (const found of globSync([...forCompilers, ...forDebuggers], { cwd: packages }))
  rmSync(path.join(packages, found), { recursive: true, force: true })
