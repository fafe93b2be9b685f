import type { Product } from '@marashi/domain/contracts/catalogue'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { whatsappLink } from '@marashi/domain/rules/contact-links'
import { formatKsh } from '@marashi/domain/rules/money'
import { buttonClass } from '@marashi/ui/button'
import { Share2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { productCopy } from '../../copy/product.ts'

/** Shares the product through the phone's share sheet; without one it is a plain link to WhatsApp. */
export function ShareLink({ product, shop }: { product: Product; shop: ShopDetails }) {
  const url = `${shop.publicUrl}/product/${product.id}`
  const text = productCopy.shareText(product.name, formatKsh(product.price))

  function shareFromPhone(event: MouseEvent) {
    if (!navigator.share) return
    event.preventDefault()
    // Closing the sheet rejects the promise and is no failure.
    navigator.share({ title: product.name, text, url }).catch(() => {})
  }

  return (
    <a
      href={whatsappLink('', `${text} ${url}`)}
      target="_blank"
      rel="noopener"
      className={buttonClass({ variant: 'outline' })}
      onClick={shareFromPhone}
    >
      <Share2 size={20} aria-hidden="true" />
      {productCopy.share}
    </a>
  )
}
