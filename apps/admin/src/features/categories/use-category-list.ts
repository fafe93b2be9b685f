import { trpc } from '@marashi/api-client/trpc'

/** The categories and the number of products in each. Only the administrator may ask for the numbers. */
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
