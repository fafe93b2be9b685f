import type { placeOrderInput, Quote, QuoteInput } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { FakeAdminApi, type FakeAnswers, refusal } from '../../../testing/fake-admin-api.tsx'
import { makeOrder, makeProduct } from '../../../testing/records.ts'
import { OrderFormDialog } from './order-form-dialog.tsx'

afterEach(cleanup)

const oud = makeProduct({ name: 'Oud Zahra', price: 4_500 })

function quoteOf({ items }: QuoteInput): Quote {
  const subtotal = items.reduce((sum, { quantity }) => sum + quantity * oud.price, 0)
  const to = (deliveryCharge: number) => ({ deliveryCharge, total: subtotal + deliveryCharge })
  return {
    items: items.map(({ productId, quantity }) => ({
      productId,
      productName: oud.name,
      productPrice: oud.price,
      quantity,
      lineTotal: oud.price * quantity,
    })),
    unavailable: [],
    shortages: [],
    deliveryLocation: 'embu',
    subtotal,
    ...to(0),
    byLocation: { embu: to(0), 'nairobi-cbd': to(200), 'nairobi-other': to(300) },
  }
}

type Shop = NonNullable<NonNullable<FakeAnswers['catalogue']>['shop']>

/** What the shop charges where it has `left` pieces of each perfume. */
function quoteWith(left: () => number, quote = quoteOf) {
  return (input: QuoteInput): Quote => {
    const had = input.items.map((item) => ({ ...item, quantity: Math.min(item.quantity, left()) }))
    return {
      ...quote({ ...input, items: had.filter(({ quantity }) => quantity > 0) }),
      unavailable: had.filter(({ quantity }) => quantity === 0).map(({ productId }) => productId),
      shortages: input.items
        .filter(({ quantity }) => quantity > left())
        .map(({ productId, quantity }) => ({ productId, productName: oud.name, asked: quantity, left: left() })),
    }
  }
}

async function show(quote = quoteOf, shop?: Shop, products = [oud]) {
  const onClose = vi.fn()
  const placeOrder = vi.fn((_order: z.input<typeof placeOrderInput>): OrderReceipt => makeOrder())
  const onCreated = vi.fn()
  render(
    <FakeAdminApi
      answers={{
        catalogue: {
          products: () => ({ data: products, pagination: { page: 1, totalPages: 1, total: products.length } }),
          ...(shop && { shop }),
        },
        checkout: { placeOrder, quote: (input) => quote(input as QuoteInput) },
      }}
    >
      <h1>Order Management</h1>
      <OrderFormDialog onClose={onClose} onCreated={onCreated} />
    </FakeAdminApi>,
  )
  const form = within(await screen.findByRole('dialog', { name: 'Create Order' }))
  await userEvent.type(form.getByLabelText('Customer name'), 'Amina')
  await userEvent.type(form.getByLabelText('Phone'), '0712345678')
  await userEvent.type(form.getByLabelText('Delivery address'), 'Moi Avenue 7')
  const submit = () => userEvent.click(form.getByRole('button', { name: 'Create Order' }))
  const add = async () => {
    await userEvent.type(form.getByLabelText('Add perfumes'), 'oud')
    await userEvent.click(await form.findByRole('button', { name: /Oud Zahra/ }))
  }
  return { form, submit, add, placeOrder, onCreated, onClose }
}

it('asks for prices again where none came, sends nothing without them, and can be closed', async () => {
  let isLost = true
  const { form, submit, placeOrder, onClose } = await show((input) => {
    if (isLost) throw new TypeError('Failed to fetch')
    return quoteOf(input)
  })
  await userEvent.type(form.getByLabelText('Add perfumes'), 'oud')
  await userEvent.click(await form.findByRole('button', { name: /Oud Zahra/ }))
  expect((await form.findByRole('alert')).textContent).toMatch(/has not said what these perfumes cost/)
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(onClose).not.toHaveBeenCalled()
  isLost = false
  await userEvent.click(form.getByRole('button', { name: 'Ask for the Prices Again' }))
  await form.findByText('Ksh 4,700.00')
  expect(placeOrder).not.toHaveBeenCalled()
  await submit()
  await waitFor(() => expect(placeOrder).toHaveBeenCalledOnce())
})

it('can be closed while its prices are on their way', async () => {
  const { form } = await show(() => new Promise(() => undefined) as never)
  await userEvent.type(form.getByLabelText('Add perfumes'), 'oud')
  await userEvent.click(await form.findByRole('button', { name: /Oud Zahra/ }))
  await form.findByRole('button', { name: 'Pricing...' })
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Discard changes' })).toBeDefined()
})

it('creates an order of perfumes with a discount, at the prices of the shop, and opens it', async () => {
  const { form, submit, placeOrder, onCreated } = await show()
  await userEvent.type(form.getByLabelText('Add perfumes'), 'oud')
  await userEvent.click(await form.findByRole('button', { name: /Oud Zahra/ }))
  await userEvent.click(form.getByRole('button', { name: 'One Oud Zahra more' }))
  await userEvent.type(form.getByLabelText(/^Discount/), '500')
  await form.findByText('Ksh 8,700.00')
  await submit()
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(makeOrder().id))
  expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({
    order: { subtotal: 9_000, discount: 500, deliveryCharge: 200, total: 8_700, paymentMethod: 'manual' },
    items: [{ productId: oud.id, productPrice: 4_500, quantity: 2 }],
  })
})

it('creates an order without perfumes for the delivery fee, also after one was taken off', async () => {
  const { form, submit, placeOrder, onCreated } = await show()
  await userEvent.type(form.getByLabelText('Add perfumes'), 'oud')
  await userEvent.click(await form.findByRole('button', { name: /Oud Zahra/ }))
  await userEvent.click(form.getByRole('button', { name: 'One Oud Zahra fewer' }))
  await submit()
  await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(1))
  expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({ order: { subtotal: 0, total: 200 }, items: [] })
  expect(onCreated).not.toHaveBeenCalled()
})

it('marks what is sold out among the perfumes that were found', async () => {
  const gone = makeProduct({ name: 'Oud Layl', isSoldOut: true }, 2)
  const { form } = await show(quoteOf, undefined, [oud, gone])
  await userEvent.type(form.getByLabelText('Add perfumes'), 'oud')
  const found = within(await form.findByRole('list', { name: 'Perfumes found' })).getAllByRole('button')
  expect(found.map((button) => within(button).queryByText('Sold out') !== null)).toEqual([false, true])
})

describe('what is short', () => {
  const more = 'One Oud Zahra more'
  const again = 'Check the Stock Again'

  it('stores no order of fewer bottles than the owner has entered, and says how many are left', async () => {
    const { form, submit, add, placeOrder } = await show(quoteWith(() => 2))
    await add()
    await userEvent.click(form.getByRole('button', { name: more }))
    await userEvent.click(form.getByRole('button', { name: more }))
    await form.findByText('Only 2 left')
    expect((await form.findByRole('alert')).textContent).toMatch(/cannot be had as entered/)
    expect(form.queryByText('Subtotal')).toBeNull()
    await userEvent.click(await form.findByRole('button', { name: again }))
    await form.findByText('Only 2 left')
    expect(placeOrder).not.toHaveBeenCalled()
    await userEvent.click(form.getByRole('button', { name: 'One Oud Zahra fewer' }))
    await form.findByText('Ksh 9,200.00')
    expect(form.queryByText('Only 2 left')).toBeNull()
    await submit()
    await waitFor(() => expect(placeOrder).toHaveBeenCalledOnce())
    expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({
      order: { subtotal: 9_000, total: 9_200 },
      items: [{ productId: oud.id, quantity: 2 }],
    })
  })

  it('stores no order without the only perfume, which is sold out, until it is there again', async () => {
    let left = 0
    const { form, submit, add, placeOrder } = await show(quoteWith(() => left))
    await add()
    await form.findByText('Sold out')
    await userEvent.click(await form.findByRole('button', { name: again }))
    expect(placeOrder).not.toHaveBeenCalled()
    left = 1
    await userEvent.click(await form.findByRole('button', { name: again }))
    await form.findByText('Ksh 4,700.00')
    await submit()
    await waitFor(() => expect(placeOrder).toHaveBeenCalledOnce())
    expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({ items: [{ productId: oud.id, quantity: 1 }] })
  })

  it('says that a perfume is no longer sold', async () => {
    const { form, add } = await show((input) => ({
      ...quoteOf({ ...input, items: [] }),
      unavailable: input.items.map(({ productId }) => productId),
    }))
    await add()
    await form.findByText('No longer sold')
    expect(await form.findByRole('button', { name: again })).toBeDefined()
  })

  it('sends no rest of an order of which the last bottle was sold meanwhile', async () => {
    let left = 2
    const { form, submit, add, placeOrder } = await show(quoteWith(() => left))
    await add()
    await userEvent.click(form.getByRole('button', { name: more }))
    await form.findByText('Ksh 9,200.00')
    placeOrder.mockImplementationOnce(() => {
      left = 1
      throw refusal(409, 'Some products in the cart are no longer available.', {}, 'PRODUCT_UNAVAILABLE')
    })
    await submit()
    await form.findByText('Only 1 left')
    await userEvent.click(await form.findByRole('button', { name: again }))
    expect(placeOrder).toHaveBeenCalledOnce()
  })
})

it('says why the shop names no prices for an order, as for one that is too large', async () => {
  const tooLarge = 'This order is too large to place online. Please contact us.'
  const { form, add, placeOrder } = await show(() => {
    throw refusal(400, tooLarge)
  })
  await add()
  await form.findByText(tooLarge)
  expect(form.queryByRole('button', { name: 'Create Order' })).toBeNull()
  expect(placeOrder).not.toHaveBeenCalled()
})

it('shows the prices of the shop by the lines, where the list of perfumes had older ones', async () => {
  const dearer = 5_000
  const { form, add } = await show((input) => {
    const quote = quoteOf(input)
    return { ...quote, items: quote.items.map((item) => ({ ...item, productPrice: dearer, lineTotal: dearer })) }
  })
  await add()
  await form.findByText('Ksh 5,000')
})

describe('the place', () => {
  const place = (form: Awaited<ReturnType<typeof show>>['form']) =>
    form.getByLabelText<HTMLSelectElement>('Delivery location').selectedOptions[0]?.textContent
  const at = (id: string, name: string, fee: number) => ({ id, name, fee, promise: '', note: null, freeOver: null })
  const shopWith = (...places: ReturnType<typeof at>[]) => ({ places }) as unknown as ReturnType<Shop>

  it('that is shown is the one that is sent, where the chosen one is taken off with the last perfume', async () => {
    const { form, submit, add, placeOrder } = await show()
    await add()
    await userEvent.selectOptions(form.getByLabelText('Delivery location'), 'embu')
    await userEvent.click(form.getByRole('button', { name: 'One Oud Zahra fewer' }))
    expect(place(form)).toBe('Nairobi CBD, Ksh 200')
    await submit()
    await waitFor(() => expect(placeOrder).toHaveBeenCalledOnce())
    expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({
      order: { deliveryLocation: 'nairobi-cbd', deliveryCharge: 200, total: 200 },
    })
  })

  it('is one that the shop delivers to, before anything is chosen', async () => {
    const places = shopWith(at('embu', 'Embu', 0), at('thika', 'Thika', 400), at('nakuru', 'Nakuru', 700))
    const { form, submit, add, placeOrder } = await show(quoteOf, () => places)
    await form.findByText('Thika, Ksh 400')
    expect(place(form)).toBe('Thika, Ksh 400')
    await add()
    expect(place(form)).toBe('Thika, Ksh 400')
    await userEvent.click(form.getByRole('button', { name: 'One Oud Zahra fewer' }))
    await submit()
    await waitFor(() => expect(placeOrder).toHaveBeenCalledOnce())
    expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({ order: { deliveryLocation: 'thika', total: 400 } })
  })

  it('is Embu of an order without perfumes, too, where the shop delivers nowhere else', async () => {
    const { form, submit, placeOrder } = await show(quoteOf, () => shopWith(at('embu', 'Embu', 0)))
    await waitFor(() => expect(place(form)).toBe('Embu, Ksh 0'))
    await submit()
    await waitFor(() => expect(placeOrder).toHaveBeenCalledOnce())
    expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({ order: { deliveryLocation: 'embu', total: 0 }, items: [] })
  })

  it('has to be chosen where the shop delivers nowhere', async () => {
    const { form, submit, placeOrder } = await show(quoteOf, () => shopWith())
    await waitFor(() => expect(place(form)).toBeUndefined())
    await submit()
    await form.findByText('Please choose where we deliver')
    expect(placeOrder).not.toHaveBeenCalled()
  })

  it('costs what the shop charges now, where the fee was changed before the order was sent', async () => {
    let fee = 200
    const { form, submit, placeOrder } = await show(quoteOf, () => shopWith(at('thika', 'Thika', fee)))
    await form.findByText('Thika, Ksh 200')
    placeOrder.mockImplementationOnce(() => {
      fee = 250
      throw refusal(409, 'Prices have changed.', {}, 'PRICE_CHANGED')
    })
    await submit()
    await form.findByText('Thika, Ksh 250')
    await submit()
    await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(2))
    expect(placeOrder.mock.calls[1]?.[0]).toMatchObject({ order: { deliveryCharge: 250, total: 250 } })
  })
})

it('takes by Enter what was found for the name as it stands, and nothing that an older one has found', async () => {
  const rose = makeProduct({ id: '00000000-0000-4000-8000-00000000000a', name: 'Rose of Taif', price: 3_000 })
  const late = Promise.withResolvers<void>()
  const products = async ({ search }: { search?: string | null | undefined }) => {
    if (search?.startsWith('r')) await late.promise
    const data = search?.startsWith('r') ? [rose] : [oud]
    return { data, pagination: { page: 1, totalPages: 1, total: 1 } }
  }
  render(
    <FakeAdminApi answers={{ catalogue: { products }, checkout: { quote: (input) => quoteOf(input as QuoteInput) } }}>
      <OrderFormDialog onClose={vi.fn()} onCreated={vi.fn()} />
    </FakeAdminApi>,
  )
  const field = await screen.findByLabelText('Add perfumes')
  await userEvent.type(field, 'oud')
  await screen.findByRole('button', { name: /Oud Zahra/ })
  await userEvent.clear(field)
  await userEvent.type(field, 'rose{Enter}')
  expect(screen.queryByLabelText('Quantity of Oud Zahra')).toBeNull()
  late.resolve()
  await screen.findByRole('button', { name: /Rose of Taif/ })
  await userEvent.type(field, '{Enter}')
  expect(await screen.findByLabelText('Quantity of Rose of Taif')).toBeDefined()
})
