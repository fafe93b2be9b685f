import { formatWhole } from '@marashi/domain/rules/whole-number'
import { counted } from './counted.ts'

/** Texts of category management; copy.test.ts holds those that the owner has specified. */
export const categoriesCopy = {
  title: 'Categories Management',
  back: 'Dashboard',
  count: (total: number) => counted(total, 'category', 'categories'),
  add: 'Add Category',
  list: 'Categories',
  loginHint: 'Please log in to access admin categories',
  none: 'No Categories Found',
  noneHint: 'Categories are the shelves of the shop: every product stands on one.',
  addFirst: 'Add Your First Category',
  products: (count: number) => counted(count, 'product'),
  created: 'Created',
  updated: 'Updated',
  editOf: (name: string) => `Edit ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete Category',
  deleteText: (name: string, products: number) =>
    `Are you sure you want to delete "${name}"? This action cannot be undone and may affect products in this category. ${
      products === 0
        ? 'No product is in it.'
        : products === 1
          ? '1 product is in it: move or delete it first.'
          : `${formatWhole(products)} products are in it: move or delete them first.`
    }`,
  createdToast: 'Category created successfully',
  updatedToast: 'Category updated successfully',
  deletedToast: 'Category deleted successfully',
  failedCreate: 'Failed to create category',
  failedUpdate: 'Failed to update category',
  failedDelete: 'Failed to delete category',
  form: {
    addTitle: 'Add New Category',
    editTitle: 'Edit Category',
    name: 'Name',
    namePlaceholder: 'e.g., Oud & Woods',
    description: 'Description',
    add: 'Add Category',
    save: 'Save Changes',
    saving: 'Saving...',
  },
} as const
