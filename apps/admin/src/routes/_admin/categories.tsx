import { createFileRoute } from '@tanstack/react-router'
import { categoriesCopy } from '../../copy/categories.ts'
import { CategoriesPage } from '../../features/categories/categories-page.tsx'

export const Route = createFileRoute('/_admin/categories')({
  staticData: { title: categoriesCopy.title },
  component: CategoriesPage,
})
