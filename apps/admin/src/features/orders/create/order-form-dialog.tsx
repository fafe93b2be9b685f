import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { formatKsh } from '@marashi/domain/rules/money'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Field, Input, Select, TextArea } from '@marashi/ui/field'
import type { SubmitEvent } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { ordersCopy } from '../../../copy/orders.ts'
import { statusCopy } from '../../../copy/statuses.ts'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { sendOnce } from '../../../lib/forms/send-once.ts'
import { useSave } from '../../../lib/forms/use-save.ts'
import { useDeliveryPlaces } from '../../../lib/use-delivery-places.ts'
import { settableStatuses } from '../settable-statuses.ts'
import { LinePicker } from './line-picker.tsx'
import {
  emptyOrder,
  manualOrder,
  type OrderFields,
  type OrderForm,
  offeredPlaces,
  orderForm,
  shownPlace,
} from './order-form.ts'
import { OrderSums } from './order-sums.tsx'
import { useOrderLines } from './use-order-lines.ts'

const copy = ordersCopy.form
const read = zodResolver(orderForm)

/**
 * Enters an order that came by phone or chat, with perfumes or without. One with perfumes is opened afterwards, to ask for
 * its payment. What is short is not ordered, and a repeated submission makes no second order
 * (docs/behaviour.md#orders-of-the-administrator, docs/behaviour.md#order-idempotency).
 */
export function OrderFormDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const utils = trpc.useUtils()
  const order = useOrderLines()
  const isEmpty = order.lines.length === 0
  const places = offeredPlaces(useDeliveryPlaces(), isEmpty)
  const feeOf = (place: string) => places.find(({ id }) => id === place)?.fee ?? 0
  const form = useForm<OrderFields, unknown, OrderForm>({
    // The place that is shown is the one that is sent: the places may have changed since one was chosen.
    resolver: (fields, ...rest) =>
      read({ ...fields, deliveryLocation: shownPlace(places, fields.deliveryLocation) }, ...rest),
    defaultValues: emptyOrder,
  })
  const { errors, isDirty } = form.formState
  const discount = useWatch({ control: form.control, name: 'discount' })
  const place = useController({ control: form.control, name: 'deliveryLocation' })
  const location = shownPlace(places, place.field.value)
  const { submit, isBusy, problem } = useSave({
    form,
    save: async (fields) => {
      const { lines, quote } = order
      const request = manualOrder(fields, { lines, quote, fee: feeOf(fields.deliveryLocation) })
      const { placeOrder } = utils.client.checkout
      // What it was refused for may be in either.
      const placed = await sendOnce('order', (options) => placeOrder.mutate(request, options)).finally(() =>
        Promise.all([utils.checkout.quote.invalidate(), utils.catalogue.shop.invalidate()]),
      )
      await utils.admin.orders.list.invalidate()
      if (request.items.length > 0) onCreated(placed.id)
      return ordersCopy.created(placed.orderNumber)
    },
    failed: ordersCopy.failedCreate,
    onDone: onClose,
  })

  const held =
    order.refusal !== undefined
      ? { problem: order.refusal || copy.noPrices, label: copy.priceAgain }
      : order.isShort && { problem: copy.short, label: copy.stockAgain }

  function askAgain(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    order.priceAgain()
  }

  return (
    <FormDialog
      title={copy.title}
      description={copy.description}
      onClose={onClose}
      onSubmit={held ? askAgain : form.handleSubmit(submit)}
      isDirty={isDirty || !isEmpty}
      isBusy={isBusy}
      isWaiting={order.isPricing}
      submitLabel={held ? held.label : copy.submit}
      busyLabel={isBusy ? copy.busy : copy.pricing}
      problem={held ? held.problem : problem}
    >
      <LinePicker order={order} />
      <Field label={copy.customerName} error={errors.customerName?.message}>
        <Input autoComplete="off" {...form.register('customerName')} />
      </Field>
      <Field label={copy.customerPhone} error={errors.customerPhone?.message}>
        <Input type="tel" inputMode="tel" autoComplete="off" {...form.register('customerPhone')} />
      </Field>
      <Field label={copy.customerEmail} isOptional error={errors.customerEmail?.message}>
        <Input type="email" autoComplete="off" {...form.register('customerEmail')} />
      </Field>
      <Field label={copy.deliveryAddress} error={errors.deliveryAddress?.message}>
        <TextArea rows={2} {...form.register('deliveryAddress')} />
      </Field>
      <Field label={copy.deliveryLocation} error={errors.deliveryLocation?.message}>
        <Select {...place.field} value={location}>
          {places.map(({ id, name, fee }) => (
            <option key={id} value={id}>
              {copy.location(name, formatKsh(order.quote?.byLocation[id]?.deliveryCharge ?? fee))}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={copy.status} error={errors.status?.message}>
        <Select {...form.register('status')}>
          {settableStatuses.map((status) => (
            <option key={status} value={status}>
              {statusCopy[status]}
            </option>
          ))}
        </Select>
      </Field>
      {!isEmpty && (
        <Field label={copy.discount} isOptional hint={copy.discountHint} error={errors.discount?.message}>
          <Input inputMode="numeric" autoComplete="off" {...form.register('discount', { setValueAs: typedNumber })} />
        </Field>
      )}
      {order.quote && !order.isShort && (
        <OrderSums
          quote={order.quote}
          discount={Number.isFinite(discount) ? Number(discount) : 0}
          location={location}
        />
      )}
    </FormDialog>
  )
}
