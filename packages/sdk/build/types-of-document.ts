import { rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { shopDocument } from '@marashi/api/shop-document'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const target = fileURLToPath(new URL('../src/document.ts', import.meta.url))
const file = ts.factory.createTypeReferenceNode('Blob')

/** Writes the types of everything that the shop's document describes, whole or not at all. */
export async function writeTypes(): Promise<void> {
  const nodes = await openapiTypes(withoutRecursion(JSON.stringify(await shopDocument())), {
    // What has a default need not be sent.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? file : undefined),
  })
  const unfinished = `${target}.${process.pid}`
  await writeFile(
    unfinished,
    `/** Made from the shop's OpenAPI document by build/generate.ts. */\n${astToString(nodes)}`,
  )
  await rename(unfinished, target)
}

/** The schemas of any JSON refer to themselves, which the type of a property may not: those without a name become `unknown`. */
function withoutRecursion(json: string): string {
  const document = JSON.parse(json)
  for (const name of Object.keys(document.components.schemas)) {
    if (/^__schema\d+$/.test(name)) document.components.schemas[name] = {}
  }
  return JSON.stringify(document)
}
