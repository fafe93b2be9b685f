/**
 * SQL of a first step for statements that write a payment and then its order: locks the order before the payment, as
 * settling does, so that the two never wait for each other (design/reliability 19). Its one value is the payment's id.
 */
export const heldOrder = `held as materialized (
  select o.id, p.id as payment_id from payments p join orders o on o.id = p.order_id where p.id = ? for update of o)`
