// For a production installation alone: deletes from the node_modules that is named what the shop never runs, more than
// half of it. Licences stay.
import { globSync, lstatSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [packages] = process.argv.slice(2)
if (!packages) throw new Error('Which node_modules? It is named as the first parameter.')

const unused = [
  // Node runs no TypeScript in node_modules.
  '.pnpm/typescript@*',
  '.pnpm/@typescript+*',
  '.pnpm/@types+*',
  ...inEvery('**/*.{ts,mts,cts}'),
  // For those who debug or change a package, or read about it.
  ...inEvery('**/*.map'),
  ...inEvery('{test,docs,.github}'),
  ...inEvery('{CHANGELOG,HISTORY}.md'),
  // Built for browsers.
  '.pnpm/csv-*@*/node_modules/csv-*/dist/{umd,iife}',
  '.pnpm/luxon@*/node_modules/luxon/build/{amd,cjs-browser,global}',
  // trpc-to-openapi was built with it.
  '.pnpm/@rollup+*',
  // Of the four builds only apps/api/src/modules/media/decode-heic.ts's is used.
  '.pnpm/libheif-js@*/node_modules/libheif-js/{libheif/*.js,libheif-wasm/libheif{.js,.wasm,-bundle.mjs}}',
]
for (const found of globSync(unused, { cwd: packages }))
  rmSync(path.join(packages, found), { recursive: true, force: true })

/** The pattern within each package, and not through a link: those of .pnpm lead to the workspace's own packages too. */
function inEvery(pattern) {
  const folders = globSync('.pnpm/*/node_modules/{[!@]*,@*/*}', { cwd: packages })
  return folders
    .filter((folder) => !lstatSync(path.join(packages, folder)).isSymbolicLink())
    .map((folder) => `${folder}/${pattern}`)
}
