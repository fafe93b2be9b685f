import { Migration } from '@mikro-orm/migrations'

/**
 * What must be one line is one in the rows of before too: a form or file that changes only a price sends the name along, and
 * was refused for what nobody could see. A category stays where another has the name that it would get.
 */
export class Migration20261127155000_one_line_names extends Migration {
  override up(): void {
    const beyond = String.raw`'[\t\r\n\u0085\u2028\u2029]+'`
    const folded = (text: string) => `btrim(regexp_replace(${text}, ${beyond}, ' ', 'g'))`
    const notes = (column: string) =>
      `(select coalesce(array_agg(${folded('note')} order by place), '{}') from unnest(${column}) with ordinality listed (note, place))`
    const names = (alias: string) => `lower(${folded(`${alias}.name`)})`
    this.addSql(`update categories c set name = ${folded('name')} where name ~ ${beyond}
      and not exists (select from categories other where other.id <> c.id and ${names('other')} = ${names('c')})`)
    this.addSql(`update products p set category = c.name from categories c
      where c.id = p.category_id and p.category ~ ${beyond} and p.category <> c.name`)
    this.addSql(`update products set name = ${folded('name')}, concentration = ${folded('concentration')},
        image_alt = ${folded('image_alt')}, notes_top = ${notes('notes_top')}, notes_heart = ${notes('notes_heart')},
        notes_base = ${notes('notes_base')}
      where concat_ws(' ', name, concentration, image_alt) ~ ${beyond}
        or array_to_string(notes_top || notes_heart || notes_base, ' ') ~ ${beyond}`)
    this.addSql(`update product_pictures set alt = ${folded('alt')} where alt ~ ${beyond}`)
    this.addSql(`update reviews set customer_name = ${folded('customer_name')} where customer_name ~ ${beyond}`)
  }
}
