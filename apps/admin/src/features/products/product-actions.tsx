import type { Category } from '@marashi/domain/contracts/catalogue'
import { Button } from '@marashi/ui/button'
import { FileUp, Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { productsCopy } from '../../copy/products.ts'
import { CsvLink } from '../../lib/lists/csv-link.tsx'
import { BulkPricesDialog } from './bulk-prices/bulk-prices-dialog.tsx'
import { ImportDialog } from './import/import-dialog.tsx'

/**
 * What can be done with the products as a whole, and adding one. What is open stays open where the list is read again and no
 * answer comes: it may be about to say so.
 */
export function ProductActions({
  isShown,
  category,
  categories,
  onAdd,
}: {
  isShown: boolean
  category: string | undefined
  categories: readonly Category[]
  onAdd: () => void
}) {
  const [opened, setOpened] = useState<'prices' | 'file'>()
  const close = () => setOpened(undefined)
  return (
    <>
      {isShown && (
        <>
          <CsvLink list="products" filters={{}} />
          <Button variant="outline" onClick={() => setOpened('file')}>
            <FileUp size={18} aria-hidden="true" />
            {productsCopy.file.open}
          </Button>
          <Button variant="outline" onClick={() => setOpened('prices')}>
            <Tags size={18} aria-hidden="true" />
            {productsCopy.prices.open}
          </Button>
          <Button onClick={onAdd}>
            <Plus size={18} aria-hidden="true" />
            {productsCopy.add}
          </Button>
        </>
      )}
      {opened === 'file' && <ImportDialog onClose={close} />}
      {opened === 'prices' && <BulkPricesDialog category={category} categories={categories} onClose={close} />}
    </>
  )
}
