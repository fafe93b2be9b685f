import { categoryUse, createCategoryInput, updateCategoryInput } from '@marashi/domain/contracts/admin-catalogue'
import { deletion } from '@marashi/domain/contracts/admin-lists'
import { category } from '@marashi/domain/contracts/catalogue'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { countCategoryUse } from '../catalogue/count-category-use.ts'
import { deleteCategory } from '../catalogue/delete-category.ts'
import { createCategory, updateCategory } from '../catalogue/save-category.ts'

const tags = ['Administrator']

export const categoriesRouter = router({
  create: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/categories', tags, summary: 'Add a category' },
      errors: ['CONFLICT'],
      status: 201,
    })
    .input(createCategoryInput)
    .output(category)
    .mutation(({ ctx, input }) => createCategory(ctx, input)),

  update: administratorProcedure
    .meta({
      openapi: { method: 'PATCH', path: '/categories/{id}', tags, summary: 'Change a category, on its products too' },
      errors: ['NOT_FOUND', 'CONFLICT', 'STALE'],
    })
    .input(updateCategoryInput)
    .output(category)
    .mutation(({ ctx, input }) => updateCategory(ctx, input)),

  remove: administratorProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/categories/{id}', tags, summary: 'Delete a category without products' },
      errors: ['NOT_FOUND', 'CONFLICT', 'STALE'],
      status: 204,
    })
    .input(deletion)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteCategory(ctx, input)),

  use: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/categories/use', tags, summary: 'How many products each category has' },
    })
    .output(z.array(categoryUse))
    .query(({ ctx }) => countCategoryUse(ctx)),
})
