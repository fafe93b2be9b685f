import {
  customer,
  customerData as customerDataOutput,
  customerId,
  customerList,
  customerListQuery,
  customerNoteInput,
  eraseCustomerInput,
  erasedCustomer,
} from '@marashi/domain/contracts/admin-customers'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { customerData } from './customer-data.ts'
import { eraseCustomer } from './erase-customer.ts'
import { listCustomers } from './list-customers.ts'
import { saveCustomerNote } from './save-customer-note.ts'

const tags = ['Administrator']

export const customersAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/customers',
        tags,
        summary: 'Who ordered, by phone',
        description:
          'Who ordered last comes first, so whoever orders while you read the list comes to its front: ask for `updatedSince` when you are through.',
      },
    })
    .input(customerListQuery)
    .output(customerList)
    .query(({ ctx, input }) => listCustomers(ctx, input)),

  saveNote: administratorProcedure
    .meta({
      openapi: { method: 'PUT', path: '/admin/customers/{id}/note', tags, summary: 'Note something of a customer' },
      errors: ['NOT_FOUND', 'STALE'],
    })
    .input(customerNoteInput)
    .output(customer)
    .mutation(({ ctx, input }) => saveCustomerNote(ctx, input)),

  data: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/customers/{id}/data', tags, summary: 'All data of one customer' },
      errors: ['NOT_FOUND'],
    })
    .input(customerId)
    .output(customerDataOutput)
    .query(({ ctx, input }) => customerData(ctx, input)),

  erase: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/customers/{id}/erase', tags, summary: 'Erase one customer’s data' },
      errors: ['NOT_FOUND', 'CONFLICT'],
      // A wrong password counts, whatever becomes of the transaction.
      asksOthers: true,
    })
    .input(eraseCustomerInput)
    .output(erasedCustomer)
    .mutation(({ ctx, input }) => eraseCustomer(ctx, input)),
})
