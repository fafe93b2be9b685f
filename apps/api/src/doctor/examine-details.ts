import { isDialable } from '@marashi/domain/rules/contact-links'
import { initialSettings } from '@marashi/domain/rules/settings/groups'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Environment } from '../env.ts'
import { doubtful, type Finding, fine } from '../modules/admin/health/finding.ts'
import { isInventedAddress } from '../modules/shop-settings/invented-address.ts'
import { readSettings } from '../modules/shop-settings/settings-of.ts'
import { unknownPart } from './unknown-part.ts'

/** Whether shoppers who call or write reach anybody: name, phones and e-mail as the pages show them. */
export async function examineDetails({ env, orm }: { env: Environment; orm: MikroORM }): Promise<Finding[]> {
  try {
    const { shop } = await readSettings(orm.em.fork(), env)
    const wrong = [
      ...['phone', 'secondPhone', 'whatsapp'].flatMap((name) =>
        wrongWith(shop[name as 'phone']).map((wrong) => `${words[name as 'phone']} ${wrong}`),
      ),
      ...(isInventedAddress(shop.email) ? [`${words.email} is the invented address of the example.`] : []),
    ]
    if (wrong.length === 0) return [fine('Shop details', `${shop.name}, ${shop.phone}, ${shop.email}.`)]
    const remedy = 'Set your own in Settings of the back office.'
    return wrong.map((message) => doubtful('Shop details', message, remedy))
  } catch (error) {
    return [unknownPart('Shop details', error)]
  }
}

const words = {
  phone: 'The phone',
  secondPhone: 'The second phone',
  whatsapp: 'The WhatsApp number',
  email: 'The e-mail',
}

function wrongWith(number: string): string[] {
  if (number === '') return []
  if (!isDialable(number)) return ['cannot be called.']
  return isInvented(number) ? ['is the invented number of the example.'] : []
}

const isInvented = (number: string) => digits(number) === digits(initialSettings.shop.phone)

/** The nine digits after the country's, however the number is written. */
const digits = (number: string) => number.replace(/\D/g, '').slice(-9)
