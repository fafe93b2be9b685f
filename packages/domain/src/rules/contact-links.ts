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

/**
 * Whether the links lead anywhere: a number with its country code has 8 to 15 digits (ITU-T E.164). Of a Kenyan one the length is
 * known, so that a digit left out is seen: nine after the 254 for a mobile number, seven to nine for a landline.
 */
export function isDialable(phone: string): boolean {
  return /^(?:254(?:[17]\d{8}|[^17]\d{6,8})|(?!254)\d{8,15})$/.test(internationalDigits(phone))
}

/**
 * Both links need the country code: 0712…, 712…, 00254712… and +254 0712… become 254712…; other countries' numbers stay. Of 712…
 * the nine digits tell that it is a Kenyan mobile number.
 */
function internationalDigits(phone: string): string {
  return phone
    .replace(/\D/g, '')
    .replace(/^00/, '')
    .replace(/^(?:2540|0|(?=[71]\d{8}$))/, '254')
}
