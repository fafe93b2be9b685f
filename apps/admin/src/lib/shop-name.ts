import { trpc } from '@marashi/api-client/trpc'
import { useEffect } from 'react'

const nameOfPage = () => document.querySelector<HTMLMetaElement>('meta[name=application-name]')

/** The shop's name: as the server wrote it into the page, or as the owner has changed it since. */
export function shopName(): string {
  return nameOfPage()?.content ?? ''
}

/** The same for what stays on the screen while the owner changes it. */
export function useShopName(): string {
  const { data } = trpc.catalogue.shop.useQuery()
  const name = data?.name ?? shopName()
  useEffect(() => {
    const meta = nameOfPage()
    if (meta) meta.content = name
  }, [name])
  return name
}

/** The shop's own address, which the server writes into the page: the owner may have opened it by another one. */
export function shopAddress(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.origin
}
