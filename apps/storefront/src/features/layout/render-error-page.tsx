import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { renderToStaticMarkup } from 'react-dom/server'
import { boot } from '../../boot/boot.ts'
import { ErrorDocument, type Trouble } from './error-document.tsx'

export type ErrorPageInput = {
  shop: ShopDetails
  trouble: Trouble
  /** The address to try again. */
  address: string
  nonce: string
  assets: { css: string; fonts: string[] }
}

/**
 * What a browser gets when a page could not be rendered: a whole document that needs no data, and so can always be
 * rendered. Its one script applies the theme.
 */
export function renderErrorPage({ shop, trouble, address, nonce, assets }: ErrorPageInput): string {
  const head = { ...assets, nonce, bootScript: `(${boot})([],[])` }
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <ErrorDocument shop={shop} trouble={trouble} address={address} head={head} />,
  )}`
}
