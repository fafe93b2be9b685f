import { trpc } from '@marashi/api-client/trpc'

/** The categories, and how many products stand in each, which only the administrator may ask. */
export function useCategoryList() {
  const categories = trpc.catalogue.categories.useQuery()
  const use = trpc.admin.categories.use.useQuery()
  return {
    isError: categories.isError || use.isError,
    categories: use.data && categories.data,
    productCountOf: (id: string) => use.data?.find(({ categoryId }) => categoryId === id)?.productCount ?? 0,
    refetch: () => Promise.all([categories.refetch(), use.refetch()]),
  }
}
