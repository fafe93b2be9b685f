/** Links that call the shop or open a chat with it, in whatever form its number is written. */

/** A link that opens a WhatsApp chat with `phone`, or with whom the shopper chooses where it is empty, with `text` already typed. */
export function whatsappLink(phone: string, text = ''): string {
  const chat = `https://wa.me/${internationalDigits(phone)}`
  // encodeURIComponent throws on a lone surrogate, which a cut name may end with.
  return text === '' ? chat : `${chat}?text=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))}`
}

/** A link that calls `phone`. */
export function telLink(phone: string): string {
  return `tel:+${internationalDigits(phone)}`
}

/** Both links need the country code: 0712… and 00254712… become 254712…; other countries' numbers stay. */
function internationalDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^00/, '').replace(/^0/, '254')
}
