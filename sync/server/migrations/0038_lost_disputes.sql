-- What disputes have taken of an order's money was in its payment alone.
UPDATE "orders" o SET "money" = (o."money"::jsonb || jsonb_build_object('lost', p."lost"))::text
FROM "payments" p
WHERE p."vendor" = o."vendor" AND p."order" = o."id" AND p."lost" > 0;
