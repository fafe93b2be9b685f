import { zodResolver } from '@hookform/resolvers/zod'
import { trpc } from '@marashi/api-client/trpc'
import { deliveryFees } from '@marashi/domain/rules/delivery-fee'
import { formatKsh } from '@marashi/domain/rules/money'
import { Field, Input, Select, TextArea } from '@marashi/ui/field'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ordersCopy } from '../../copy/orders.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.ts'
import {
  emptyOrder,
  manualLocations,
  manualOrder,
  type OrderFields,
  type OrderForm,
  orderForm,
  settableStatuses,
} from './order-form.ts'

const copy = ordersCopy.form

/** Enters an order that came by phone or chat. A repeated submission makes no second order (docs/behaviour.md#order-idempotency). */
export function OrderFormDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<OrderFields, unknown, OrderForm>({ resolver: zodResolver(orderForm), defaultValues: emptyOrder })
  const { errors, isDirty } = form.formState
  const utils = trpc.useUtils()
  const [idempotencyKey] = useState(newKey)
  const { submit, isBusy, problem } = useSave({
    form,
    save: async (fields) => {
      const placed = await utils.client.checkout.placeOrder.mutate(manualOrder(fields), { context: { idempotencyKey } })
      await utils.admin.orders.list.invalidate()
      return ordersCopy.created(placed.orderNumber)
    },
    failed: ordersCopy.failedCreate,
    onDone: onClose,
  })

  return (
    <FormDialog
      title={copy.title}
      description={copy.description}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={copy.submit}
      busyLabel={copy.busy}
      problem={problem}
    >
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
        <Select {...form.register('deliveryLocation')}>
          {manualLocations.map((location) => (
            <option key={location} value={location}>
              {copy.location(ordersCopy.locations[location], formatKsh(deliveryFees[location]))}
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
    </FormDialog>
  )
}

/** A key that no other order has: 128 random bits in hex. `randomUUID` is missing on pages without https. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
