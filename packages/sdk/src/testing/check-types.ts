import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeTypes } from '../../build/types-of-document.ts'

const own = path.join(import.meta.dirname, '..')
const compiler = path.join(own, '../../../node_modules/typescript/bin/tsc')

/** A folder for programs that import the package by its name: it lies within the package. */
export async function makeExamplesFolder(): Promise<string> {
  const parent = path.join(own, '../.examples')
  await mkdir(parent, { recursive: true })
  return await mkdtemp(`${parent}/`)
}

/** What the compiler says of the programs in a folder of this package; nothing where all is well. */
export async function checkTypes(folder: string): Promise<string> {
  await writeTypes()
  // Examples leave out by name what they do not need.
  const options = { extends: '../../tsconfig.json', compilerOptions: { noUnusedLocals: false }, include: ['*.ts'] }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(options))
  return compile(folder)
}

/** What the compiler says of the project in a folder. */
export const compile = (folder: string): string =>
  spawnSync(process.execPath, [compiler, '-p', folder], { cwd: folder, encoding: 'utf8' }).stdout
