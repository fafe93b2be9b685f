import type { OrderPage } from '@marashi/domain/contracts/order-page'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { whatsappLink } from '@marashi/domain/rules/contact-links'
import { orderQuestion } from '@marashi/domain/rules/order-message'
import { orderPageUrl } from '@marashi/domain/rules/order-page-address'
import { Button, buttonClass } from '@marashi/ui/button'
import { toast } from '@marashi/ui/toast'
import { Link } from '@tanstack/react-router'
import { LinkIcon, MessageCircle, Printer } from 'lucide-react'
import { orderCopy } from '../../copy/order.ts'
import styles from './order-actions.module.css'

/** Ask by WhatsApp with the order filled in, print the receipt, keep the link. */
export function OrderActions({ order, secret, shop }: { order: OrderPage; secret: string; shop: ShopDetails }) {
  const link = orderPageUrl(shop.publicUrl, secret)
  const question = orderQuestion({ ...order, shopName: shop.name, link })

  async function save() {
    if (navigator.share)
      return navigator.share({ title: orderCopy.title(order.orderNumber), url: link }).catch(() => {})
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: orderCopy.saved })
    } catch {
      toast({ variant: 'destructive', title: orderCopy.saveRefused })
    }
  }

  return (
    <div data-screen>
      <div className={styles.buttons}>
        <a href={whatsappLink(shop.whatsapp, question)} className={buttonClass({ variant: 'outline' }, styles.ask)}>
          <MessageCircle size={20} aria-hidden="true" />
          {orderCopy.ask}
        </a>
        <Button variant="outline" onClick={() => print()}>
          <Printer size={18} aria-hidden="true" />
          {orderCopy.print}
        </Button>
        <Button variant="outline" onClick={() => void save()}>
          <LinkIcon size={18} aria-hidden="true" />
          {orderCopy.save}
        </Button>
      </div>
      {order.status === 'delivered' &&
        order.items.map(
          ({ productId, name, image }) =>
            productId &&
            image && (
              <Link
                key={productId}
                to="/product/$id"
                params={{ id: productId }}
                search={{ tab: 'write' }}
                preload={false}
                className={styles.review}
              >
                {orderCopy.review(name)}
              </Link>
            ),
        )}
      <p className={styles.keep}>
        {orderCopy.keep}{' '}
        <Link to="/orders" preload={false}>
          {orderCopy.allOrders}
        </Link>
      </p>
    </div>
  )
}
