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
 * What a browser gets in the place of a page that could not be made: a whole document that asks nobody for anything, and
 * so can always be made itself. Its one script puts on the reader's theme.
 */
export function renderErrorPage({ shop, trouble, address, nonce, assets }: ErrorPageInput): string {
  const head = { ...assets, nonce, bootScript: `(${boot})([],[])` }
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <ErrorDocument shop={shop} trouble={trouble} address={address} head={head} />,
  )}`
}
