-- Units of older refunds are named as the books name the refund, so that they are free once it fails or comes back: also where nobody knew its end when 0036 ran. A
-- refund keeps its first name, too: asked for once more, it is the same one. Of one amount and one person, the first that was asked for is the first in the books.
WITH "older" AS (
	SELECT r.*, row_number() OVER (PARTITION BY r."vendor", r."order", r."amount", r."by" ORDER BY r."at", r."id") AS "no"
	FROM "order_refunds" r
	WHERE NOT EXISTS (SELECT FROM "ledger_transfers" own WHERE own."vendor" = r."vendor" AND own."id" = 'refund-asked:' || r."id")
), "booked" AS (
	SELECT w."vendor", w."order", w."id" AS "name", l."amount", w."actor" AS "by", asked."at",
		row_number() OVER (PARTITION BY w."vendor", w."order", l."amount", w."actor" ORDER BY asked."at", w."id") AS "no"
	FROM "payment_work" w
		JOIN "ledger_transfers" asked ON asked."vendor" = w."vendor" AND asked."id" = 'refund-asked:' || w."id"
		JOIN "ledger" l ON l."vendor" = asked."vendor" AND l."transfer" = asked."id" AND l."account" = 'refunding'
	WHERE NOT EXISTS (SELECT FROM "order_refunds" known WHERE known."vendor" = w."vendor" AND known."order" = w."order" AND known."id" = w."id")
), "named" AS (
	SELECT o."vendor", o."order", o."id", b."name", o."amount", o."reason", o."by", o."at"
	FROM "older" o
		JOIN "booked" b ON b."vendor" = o."vendor" AND b."order" = o."order" AND b."amount" = o."amount" AND b."by" = o."by" AND b."no" = o."no"
			AND b."at" BETWEEN o."at" AND o."at" + interval '10 seconds'
), "kept" AS (
	INSERT INTO "order_refunds" ("vendor", "order", "id", "amount", "reason", "by", "at")
	SELECT "vendor", "order", "name", "amount", "reason", "by", "at" FROM "named"
)
UPDATE "order_units" u SET "refund" = n."name"
FROM "named" n
WHERE u."vendor" = n."vendor" AND u."order" = n."order" AND u."refund" = n."id";--> statement-breakpoint
UPDATE "order_units" u SET "refund" = NULL
FROM "ledger_transfers" f
	LEFT JOIN "ledger_transfers" given ON f."kind" = 'refund-returned' AND given."vendor" = f."vendor" AND given."id" = 'refund:' || f."object"
WHERE f."vendor" = u."vendor" AND f."order" = u."order"
	AND CASE f."kind" WHEN 'refund-failed' THEN f."resolves" WHEN 'refund-returned' THEN given."resolves" END = 'refund-asked:' || u."refund";
