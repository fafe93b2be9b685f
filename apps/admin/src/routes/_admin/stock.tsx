import { createFileRoute } from '@tanstack/react-router'
import { stockCopy } from '../../copy/stock.ts'
import { StockPage } from '../../features/stock/stock-page.tsx'

export const Route = createFileRoute('/_admin/stock')({
  staticData: { title: stockCopy.title },
  component: StockPage,
})
