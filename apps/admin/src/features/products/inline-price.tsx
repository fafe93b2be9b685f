import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { type Product, productForm } from '@marashi/domain/contracts/catalogue'
import type { Prices } from '@marashi/domain/rules/price-change'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { commonCopy } from '../../copy/common.ts'
import { productsCopy } from '../../copy/products.ts'
import { AskBeforeLeaving } from '../../lib/forms/unsaved-question.tsx'
import styles from './inline-price.module.css'
import { useChangePrices } from './use-change-prices.ts'

const copy = productsCopy.inlinePrice
const bothPrices = productForm.pick({ price: true, originalPrice: true })
type PriceFields = z.input<typeof bothPrices>

/**
 * Both prices of a product, and a small form in their place once they are pressed. `show` draws the prices: those that
 * were typed as soon as they are sent. Where they are refused the form comes back with them. It asks before the page is left, or
 * the list changed, with what was not saved.
 */
export function InlinePrice({
  product,
  show,
  onOpen = () => undefined,
  onDone = () => undefined,
}: {
  product: Product
  show: (prices: Prices) => ReactNode
  onOpen?: () => void
  /** Nothing is typed any more, or it is saved. */
  onDone?: () => void
}) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const [sent, setSent] = useState<Prices>()
  const [refused, setRefused] = useState<Prices>()
  const changePrices = useChangePrices()
  const utils = trpc.useUtils()

  function open() {
    onOpen()
    setIsOpen(true)
  }

  function close() {
    setIsOpen(false)
    setRefused(undefined)
  }

  function cancel() {
    close()
    onDone()
  }

  async function save(typed: Prices, { id, name, updatedAt, ...before }: Product) {
    close()
    if (typed.price === before.price && typed.originalPrice === before.originalPrice) return onDone()
    setSent(typed)
    const failure = await changePrices([{ id, updatedAt, ...typed }], copy.changed(name))
    await utils.catalogue.products.refetch().catch(() => undefined)
    setSent(undefined)
    if (!failure) return onDone()
    setRefused(typed)
    setIsOpen(true)
  }

  if (isOpen) return <PriceForm product={product} refused={refused} onSave={save} onClose={cancel} />
  return (
    <div className={styles.shown}>
      {show(sent ?? product)}
      <Button
        variant="ghost"
        isIcon
        aria-label={copy.changeOf(product.name)}
        // The focus comes back from the form, and from nowhere else.
        autoFocus={isOpen === false}
        onClick={open}
      >
        <Pencil size={16} aria-hidden="true" />
      </Button>
    </div>
  )
}

function PriceForm({
  product,
  refused,
  onSave,
  onClose,
}: {
  product: Product
  /** What was typed before and refused. */
  refused: Prices | undefined
  /** With the product as it was when the form was opened: the list is read again meanwhile. */
  onSave: (prices: Prices, opened: Product) => void
  onClose: () => void
}) {
  const [opened] = useState(product)
  const { price, originalPrice } = refused ?? opened
  const { register, handleSubmit, formState } = useForm<PriceFields, unknown, Prices>({
    resolver: zodResolver(bothPrices),
    defaultValues: { price, originalPrice },
  })
  const field = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit((typed) => onSave(typed, opened))}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Field label={productsCopy.form.price} error={formState.errors.price?.message}>
        {/* The owner may be typing elsewhere by the time that a price is refused. */}
        <Input {...field} autoFocus={!refused} {...register('price', { setValueAs: typedNumber })} />
      </Field>
      <Field label={productsCopy.form.originalPrice} error={formState.errors.originalPrice?.message}>
        <Input {...field} {...register('originalPrice', { setValueAs: typedNumber })} />
      </Field>
      <div className={styles.actions}>
        <Button type="submit">{copy.save}</Button>
        <Button variant="outline" onClick={onClose}>
          {commonCopy.cancel}
        </Button>
      </div>
      <AskBeforeLeaving isInList isDirty={formState.isDirty || refused !== undefined} />
    </form>
  )
}
