/** What the shop is called, and where shoppers reach it. */

import { z } from 'zod'
import { isDialable } from '../contact-links.ts'
import { filledLine, orEmpty, setting } from './setting.ts'

const NO_PHONE = 'Please enter a phone number, as +254 712 345 678'
const phone = z
  .string()
  .trim()
  .regex(/^\+?[\d\s-]{7,20}$/, NO_PHONE)
/** A shop may hold a number from before that leads nowhere: the invented one in its place would call a stranger. */
const dialable = phone.refine(isDialable, NO_PHONE)

/** A profile on one of these hosts, so that a shopper is never sent elsewhere by a slip of the hand. */
const profile = (example: string, ...hosts: string[]) =>
  orEmpty(
    z
      .url({ protocol: /^https$/, error: `Please enter the whole address, as ${example}` })
      .max(200, 'Must be at most 200 characters')
      // It is asked about what is no address at all too.
      .refine(
        (address) => URL.canParse(address) && hosts.includes(new URL(address).hostname.replace(/^www\./, '')),
        `Please enter the whole address, as ${example}`,
      ),
  )

export const shopSettings = {
  name: setting(filledLine(60), 'Marashi', { variable: 'SHOP_NAME' }),
  /** Calls, and WhatsApp unless it has a number of its own. */
  phone: setting(phone, '+254 712 345 678', { variable: 'SHOP_PHONE', toSave: dialable }),
  secondPhone: setting(orEmpty(phone), '', { toSave: orEmpty(dialable) }),
  whatsapp: setting(orEmpty(phone), '', { toSave: orEmpty(dialable) }),
  email: setting(z.string().trim().pipe(z.email('Please enter an e-mail address')), 'hello@marashi.example', {
    variable: 'SHOP_EMAIL',
  }),
  instagram: setting(profile('https://instagram.com/yourshop', 'instagram.com'), ''),
  facebook: setting(profile('https://facebook.com/yourshop', 'facebook.com', 'm.facebook.com', 'fb.com'), ''),
  tiktok: setting(profile('https://tiktok.com/@yourshop', 'tiktok.com'), ''),
  x: setting(profile('https://x.com/yourshop', 'x.com', 'twitter.com'), ''),
}
