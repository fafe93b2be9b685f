/** What the shop promises in writing: a draft that holds for most shops in Kenya, for the owner to change. */

import { paragraphs, setting } from './setting.ts'

const longest = 8_000

const delivery = `We deliver to the places that you can choose at the checkout, for the fee that stands beside each of them. The fee is part of the total before you order; nothing is added later.

# When it arrives
We call the number of your order before we set out. Orders that reach us outside of our opening hours are prepared on the next day that we are open.

# When nobody is there
We call again and agree on another time with you. Tell us by phone or WhatsApp when the address is not right: as long as the order has not left, we change it.`

const returns = `If something is wrong with your order, tell us within 7 days of its arrival, by phone or WhatsApp, with the number of your order and a picture.

# Damaged or wrong
What arrived broken, leaking or is not what you ordered we replace, or give you your money back, whichever you like better. We pay for the way back.

# Changed your mind
Unopened bottles in their sealed box can be sent back within 7 days. Perfume that was opened or used cannot be sold again, so we cannot take it back.

# Your money
We give money back the way that it came: to your M-Pesa number or to your card, as soon as the bottle is with us.`

const privacy = `We ask for your name, phone, e-mail and address to deliver your order and to send its receipt, and for nothing else.

# Who sees it
Our own people and the courier who brings your order. Payments go through M-Pesa or our card provider; we never see your PIN or your card number. We sell nothing to anybody and show no advertising of others.

# How long we keep it
Orders and payments for as long as the law asks us to keep our books. Your cart and your hearts stay in your own browser.

# Your rights
Under the Data Protection Act, 2019 you may ask what we know about you, have it corrected, and have deleted what the law does not oblige us to keep. Call or write to us.`

export const policiesSettings = {
  delivery: setting(paragraphs(longest), delivery),
  returns: setting(paragraphs(longest), returns),
  privacy: setting(paragraphs(longest), privacy),
}
