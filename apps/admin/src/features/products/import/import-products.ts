import { type ImportedProducts, importedProducts } from '@marashi/domain/contracts/admin-product-file'
import { z } from 'zod'
import { commonCopy } from '../../../copy/common.ts'

/** The body of a refusal (docs/behaviour.md#error-body). */
const refusal = z.object({ error: z.string().min(1) })

/**
 * Stores the products of a file. Over REST, because a file whose answer is lost would add its products and its stock once more:
 * the same `idempotencyKey` again gets the first answer (docs/behaviour.md#repeated-requests). Throws an Error with what is wrong.
 */
export async function importProducts(csv: string, idempotencyKey: string): Promise<ImportedProducts> {
  let answer: unknown
  try {
    const response = await fetch('/api/admin/products/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ csv, isDryRun: false }),
    })
    answer = await response.json()
  } catch {
    throw new Error(commonCopy.noAnswer)
  }
  const imported = importedProducts.safeParse(answer)
  if (imported.success) return imported.data
  throw new Error(refusal.safeParse(answer).data?.error ?? commonCopy.noAnswer)
}
