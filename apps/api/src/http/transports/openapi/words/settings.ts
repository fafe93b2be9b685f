import { settingGroups } from '@marashi/domain/rules/settings/groups'

const settings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'shop.name': 'What the shop is called',
    'shop.phone': 'The number to call',
    'shop.secondPhone': 'Another number to call; may be empty',
    'shop.whatsapp': 'The number for WhatsApp where it is not the one to call; may be empty',
    'shop.email': 'Where the shop reads e-mails',
    'shop.instagram': 'The shop’s page there; may be empty',
    'shop.facebook': 'The shop’s page there; may be empty',
    'shop.tiktok': 'The shop’s page there; may be empty',
    'shop.x': 'The shop’s page there; may be empty',
    'delivery.places': 'Where the shop delivers to, in the order in which shoppers see it',
    'delivery.freeOver': 'Above so many whole Kenyan shillings delivery is free; null: never',
    'payments.switchedOff': 'The ways to pay that are off; `by-hand` is the Till or Paybill without a prompt',
    'payments.numberWords': 'What the shop calls its Till or Paybill number; empty: as M-Pesa does',
    'payments.accountHint': 'What stands beside the account number of a Paybill; may be empty',
    'payments.payeeName': 'The name that M-Pesa shows; may be empty',
    'home.title': 'The title of the home page; the last two words of a longer one stand out',
    'home.text': 'What stands below the title; may be empty',
    'home.button': 'The words of the button that leads to all perfumes',
    'home.featured': 'The ids of the perfumes that the home page shows first, in their order',
    'reviews.isModerated': 'Whether a review waits for the administrator before it shows',
    'reviews.isForBuyers': 'Whether a review needs an order of the product',
    'hours.weekdays': 'When the shop is open from Monday to Friday, in Nairobi’s time',
    'hours.saturday': 'When the shop is open on Saturday, in Nairobi’s time',
    'hours.sunday': 'When the shop is open on Sunday, in Nairobi’s time',
    'announcement.text': 'What stands above every page; may be empty',
    'policies.delivery': 'The policy on delivery',
    'policies.returns': 'The policy on returns',
    'policies.privacy': 'The policy on personal data',
    'receipt.footer': 'What stands at the end of receipts; may be empty',
    'notices.email': 'What the owner is told by e-mail',
    'notices.push': 'What the owner is told by push',
    'notices.quietHours': 'When nothing is sent, in Nairobi’s time',
    'stock.holdHours': 'For how many hours an order that is not paid holds its pieces',
    'stock.deliveryHoldDays':
      'For how many days an order that is to be paid on delivery, and that nobody has begun, holds its pieces',
    'stock.lowAt': 'The count from which a product is low, where it has none of its own',
  }),
)

/** A setting that nobody has described is named; what it may hold stands in its schema. */
export const settingWords: Record<string, string> = Object.fromEntries(
  Object.entries(settingGroups).flatMap(([group, names]) => [
    [`GET /admin/settings.${group}`, `The settings of the group \`${group}\``],
    ...Object.keys(names).map((name) => [
      `GET /admin/settings.${group}.${name}`,
      settings.get(`${group}.${name}`) ?? `The setting \`${group}.${name}\``,
    ]),
  ]),
)
