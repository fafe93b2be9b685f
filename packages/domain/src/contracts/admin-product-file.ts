import { z } from 'zod'

/** How much a file of products may hold. */
export const maxProductFile = { characters: 90_000, rows: 300 } as const

/** `POST /api/admin/products/import`: the text of a CSV file. See docs/behaviour.md#product-files. */
export const importProductsInput = z.strictObject({
  csv: z
    .string('The file is empty')
    .min(1, 'The file is empty')
    .max(maxProductFile.characters, 'The file is too large. Split it into smaller ones.'),
  isDryRun: z.boolean().default(true).meta({ description: 'Only says what would happen; nothing is stored' }),
})
export type ImportProducts = z.infer<typeof importProductsInput>

export const productFileProblem = z
  .object({
    row: z.int().meta({ description: 'As a spreadsheet counts: 1 is the line of headings' }),
    column: z.string().nullable().meta({ description: 'Its heading; null where the whole row is meant' }),
    message: z.string(),
  })
  .meta({ id: 'ProductFileProblem' })
export type ProductFileProblem = z.infer<typeof productFileProblem>

export const productFileChange = z
  .object({
    row: z.int(),
    name: z.string(),
    column: z.string(),
    from: z.string(),
    to: z.string(),
  })
  .meta({ id: 'ProductFileChange' })
export type ProductFileChange = z.infer<typeof productFileChange>

/** What a file does: with a single problem nothing is stored. */
export const importedProducts = z
  .object({
    isStored: z.boolean(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    changes: z.array(productFileChange),
    kept: z.array(productFileChange),
    problems: z.array(productFileProblem),
  })
  .meta({ id: 'ImportedProducts' })
export type ImportedProducts = z.infer<typeof importedProducts>
