import type { ShopDetails } from '../contracts/shop.ts'
import { deliveryFees, deliveryLocations, placeName } from '../rules/delivery-fee.ts'
import { initialSettings } from '../rules/settings/groups.ts'

/** A shop as it is before its owner changes anything. */
export const newShop: ShopDetails = {
  name: 'Marashi',
  phone: '+254712345678',
  secondPhone: '',
  whatsapp: '+254712345678',
  email: 'hello@marashi.example',
  publicUrl: 'https://marashi.example',
  freeDeliveryOver: null,
  places: deliveryLocations.map((id) => ({
    id,
    name: placeName(id),
    fee: deliveryFees[id],
    promise: '',
    freeOver: null,
    note: '',
  })),
  hours: {
    weekdays: { kind: 'open', opens: '09:00', closes: '19:00' },
    saturday: { kind: 'open', opens: '09:00', closes: '19:00' },
    sunday: { kind: 'by-appointment' },
  },
  profiles: [],
  announcement: '',
  home: {
    title: initialSettings.home.title,
    text: initialSettings.home.text,
    button: initialSettings.home.button,
  },
  receiptFooter: '',
  onlyBuyersReview: false,
}
