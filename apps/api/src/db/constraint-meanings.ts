import { notFound, ShopError } from '../shop-error.ts'

/** A violation that only a bug can cause: it is logged and answered as INTERNAL_ERROR. */
export const INTERNAL = Symbol('internal error')

type ConstraintMeaning = (() => ShopError) | typeof INTERNAL

const refused = (message: string, field: string) => () =>
  new ShopError('CONFLICT', message, { fields: { [field]: message } })

const transactionInUse = refused('Another payment has this transaction ID already.', 'transactionId')
const receiptInUse = refused('Another payment has this receipt already.', 'receipt_number')

/**
 * What the violation of each constraint means to the caller, by table and constraint; `not null` stands for all columns
 * of a table. Verbs check before they write, but another request may write in between, and then the constraint decides.
 * Input that a contract accepts and the schema refuses is an internal error: the contract is wrong.
 */
export const constraintMeanings: Record<string, Record<string, ConstraintMeaning>> = {
  admin_devices: {
    'not null': INTERNAL,
    admin_devices_pkey: INTERNAL,
    admin_devices_token_hash_unique: INTERNAL,
  },
  admin_sessions: {
    'not null': INTERNAL,
    admin_sessions_pkey: INTERNAL,
    admin_sessions_session_id_unique: INTERNAL,
  },
  backup_runs: {
    'not null': INTERNAL,
    backup_runs_pkey: INTERNAL,
    backup_runs_outcome_check: INTERNAL,
    backup_runs_proven_whole_check: INTERNAL,
  },
  categories: {
    'not null': INTERNAL,
    categories_pkey: INTERNAL,
    categories_name_check: INTERNAL,
    categories_name_unique: refused('There is a category with this name already.', 'name'),
  },
  confirmation_addresses: {
    'not null': INTERNAL,
    confirmation_addresses_pkey: INTERNAL,
    confirmation_addresses_gateway_check: INTERNAL,
    confirmation_addresses_state_check: INTERNAL,
  },
  counters: { 'not null': INTERNAL },
  gateway_transaction_events: {
    'not null': INTERNAL,
    gateway_transaction_events_pkey: INTERNAL,
    gateway_transaction_events_by_check: INTERNAL,
    gateway_transaction_events_what_check: INTERNAL,
  },
  closed_days: { 'not null': INTERNAL, closed_days_pkey: INTERNAL, closed_days_open_lines_check: INTERNAL },
  day_checks: {
    'not null': INTERNAL,
    day_checks_pkey: INTERNAL,
    day_checks_gateway_check: INTERNAL,
    day_checks_state_check: INTERNAL,
    day_checks_lines_check: INTERNAL,
  },
  gateway_checks: {
    'not null': INTERNAL,
    gateway_checks_pkey: INTERNAL,
    gateway_checks_gateway_check: INTERNAL,
    gateway_checks_lines_check: INTERNAL,
    gateway_checks_source_check: INTERNAL,
    gateway_checks_until_at_check: INTERNAL,
  },
  gateway_transactions: {
    'not null': INTERNAL,
    gateway_transactions_pkey: INTERNAL,
    gateway_transactions_payment_id_foreign: INTERNAL,
    gateway_transactions_refund_id_foreign: INTERNAL,
    gateway_transactions_reference_unique: INTERNAL,
    gateway_transactions_first_source_check: INTERNAL,
    gateway_transactions_gateway_check: INTERNAL,
    gateway_transactions_kind_check: INTERNAL,
    gateway_transactions_one_purpose_check: INTERNAL,
  },
  events: {
    'not null': INTERNAL,
    events_pkey: INTERNAL,
    events_position_unique: INTERNAL,
    events_type_check: INTERNAL,
  },
  health_checks: { 'not null': INTERNAL, health_checks_pkey: INTERNAL, health_checks_state_check: INTERNAL },
  health_problems: {
    'not null': INTERNAL,
    health_problems_pkey: INTERNAL,
    health_problems_open_unique: INTERNAL,
    health_problems_state_check: INTERNAL,
  },
  job_runs: { 'not null': INTERNAL, job_runs_pkey: INTERNAL },
  login_guesses: { 'not null': INTERNAL, login_guesses_pkey: INTERNAL },
  look_up_slots: { 'not null': INTERNAL, look_up_slots_pkey: INTERNAL },
  order_items: {
    'not null': INTERNAL,
    order_items_pkey: INTERNAL,
    order_items_order_id_foreign: INTERNAL,
    order_items_product_id_foreign: () =>
      new ShopError('CONFLICT', 'Some products in the cart are no longer available. Please check your cart.', {
        code: 'PRODUCT_UNAVAILABLE',
      }),
    order_items_product_price_check: INTERNAL,
    order_items_quantity_check: INTERNAL,
  },
  order_keys: {
    'not null': INTERNAL,
    order_keys_pkey: INTERNAL,
    order_keys_key_check: INTERNAL,
    order_keys_order_id_foreign: INTERNAL,
  },
  orders: {
    'not null': INTERNAL,
    orders_pkey: INTERNAL,
    orders_order_number_unique: INTERNAL,
    orders_page_secret_unique: INTERNAL,
    orders_currency_check: INTERNAL,
    orders_delivery_charge_check: INTERNAL,
    orders_delivery_location_check: INTERNAL,
    orders_mpesa_status_check: INTERNAL,
    orders_order_number_check: INTERNAL,
    orders_page_secret_check: INTERNAL,
    orders_payment_method_check: INTERNAL,
    orders_payment_processing_fee_check: INTERNAL,
    orders_payment_retry_count_check: INTERNAL,
    orders_refunded_amount_check: INTERNAL,
    orders_status_check: INTERNAL,
    orders_subtotal_check: INTERNAL,
    orders_total_check: INTERNAL,
  },
  payment_emails: {
    'not null': INTERNAL,
    payment_emails_pkey: INTERNAL,
    payment_emails_payment_id_foreign: INTERNAL,
    payment_emails_receipt_unique: INTERNAL,
    payment_emails_refund_id_foreign: INTERNAL,
    payment_emails_refund_unique: INTERNAL,
  },
  payment_events: {
    'not null': INTERNAL,
    payment_events_pkey: INTERNAL,
    payment_events_from_status_check: INTERNAL,
    payment_events_source_check: INTERNAL,
    payment_events_to_status_check: INTERNAL,
  },
  payment_flags: {
    'not null': INTERNAL,
    payment_flags_pkey: INTERNAL,
    payment_flags_open_unique: INTERNAL,
    payment_flags_resolved_by_check: INTERNAL,
    payment_flags_resolved_whole_check: INTERNAL,
    payment_flags_source_check: INTERNAL,
    payment_flags_what_check: INTERNAL,
  },
  payment_refunds: {
    'not null': INTERNAL,
    // The administrator's client chooses the id, so that a repeated request makes one refund.
    payment_refunds_pkey: () =>
      new ShopError('CONFLICT', 'This request was sent before, for another payment. Please reload and try again.'),
    payment_refunds_payment_id_foreign: INTERNAL,
    payment_refunds_idempotency_key_unique: INTERNAL,
    payment_refunds_one_reversal: INTERNAL,
    payment_refunds_reference_unique: INTERNAL,
    payment_refunds_amount_check: INTERNAL,
    payment_refunds_failed_at_check: INTERNAL,
    payment_refunds_payment_method_check: INTERNAL,
    payment_refunds_query_count_check: INTERNAL,
    payment_refunds_requested_by_check: INTERNAL,
    payment_refunds_status_check: INTERNAL,
    payment_refunds_succeeded_at_check: INTERNAL,
  },
  payments: {
    'not null': INTERNAL,
    payments_pkey: INTERNAL,
    payments_order_id_foreign: INTERNAL,
    payments_callback_token_hash_unique: INTERNAL,
    payments_mpesa_checkout_request_id_unique: INTERNAL,
    payments_mpesa_receipt_number_unique: receiptInUse,
    payments_one_per_order: refused('This order has a completed payment already.', 'orderId'),
    payments_stripe_payment_intent_id_unique: INTERNAL,
    payments_transaction_id_unique: transactionInUse,
    payments_amount_check: INTERNAL,
    payments_attention_check: INTERNAL,
    payments_currency_check: INTERNAL,
    payments_payment_method_check: INTERNAL,
    payments_provider_receipt_unique: receiptInUse,
    payments_receipt_any_case_unique: receiptInUse,
    payments_provider_reference_unique: INTERNAL,
    payments_processing_fee_check: INTERNAL,
    payments_query_count_check: INTERNAL,
    payments_refunded_amount_check: INTERNAL,
    payments_retry_count_check: INTERNAL,
    payments_status_check: INTERNAL,
  },
  products: {
    'not null': INTERNAL,
    products_pkey: INTERNAL,
    // Either a product is saved for a deleted category, or a category with a new product is deleted.
    products_category_id_foreign: refused('This category was changed meanwhile. Please reload.', 'categoryId'),
    products_major_category_check: INTERNAL,
    products_name_check: INTERNAL,
    products_original_price_check: INTERNAL,
    products_price_check: INTERNAL,
  },
  request_slots: { 'not null': INTERNAL, request_slots_pkey: INTERNAL },
  rate_limits: { 'not null': INTERNAL, rate_limits_pkey: INTERNAL },
  receipt_claims: {
    'not null': INTERNAL,
    receipt_claims_pkey: INTERNAL,
    receipt_claims_order_id_foreign: INTERNAL,
    receipt_claims_one_at_a_time: INTERNAL,
    receipt_claims_number_unique: INTERNAL,
    receipt_claims_answered_check: INTERNAL,
    receipt_claims_gateway_check: INTERNAL,
    receipt_claims_query_count_check: INTERNAL,
    receipt_claims_reason_check: INTERNAL,
    receipt_claims_refused_check: INTERNAL,
    receipt_claims_state_check: INTERNAL,
  },
  result_addresses: {
    'not null': INTERNAL,
    result_addresses_pkey: INTERNAL,
    result_addresses_refund_id_foreign: INTERNAL,
    result_addresses_claim_id_foreign: INTERNAL,
    result_addresses_about_check: INTERNAL,
    result_addresses_kind_check: INTERNAL,
  },
  reviews: {
    'not null': INTERNAL,
    reviews_pkey: INTERNAL,
    reviews_order_id_foreign: INTERNAL,
    reviews_product_id_foreign: () => notFound('Product'),
    reviews_rating_check: INTERNAL,
    reviews_status_check: INTERNAL,
  },
  schema_migrations: { 'not null': INTERNAL, schema_migrations_pkey: INTERNAL },
  search_words: { 'not null': INTERNAL },
  shop_processes: { 'not null': INTERNAL, shop_processes_pkey: INTERNAL },
  uploaded_pictures: { 'not null': INTERNAL, uploaded_pictures_pkey: INTERNAL },
  webhook_events: {
    'not null': INTERNAL,
    webhook_events_pkey: INTERNAL,
    webhook_events_event_unique: INTERNAL,
    webhook_events_gateway_check: INTERNAL,
  },
  webhook_refusals: {
    'not null': INTERNAL,
    webhook_refusals_pkey: INTERNAL,
    webhook_refusals_gateway_check: INTERNAL,
  },
}
