-- Refunds were named in the orders and in the books apart: of those that failed, the units stayed marked. One is found by its amount, by who asked and when.
UPDATE "order_units" u SET "refund" = NULL
FROM "order_refunds" r
	JOIN "ledger_transfers" asked ON asked."vendor" = r."vendor" AND asked."order" = r."order" AND asked."kind" = 'refund-asked'
		AND asked."at" BETWEEN r."at" AND r."at" + interval '10 seconds'
	JOIN "ledger" l ON l."vendor" = asked."vendor" AND l."transfer" = asked."id" AND l."account" = 'refunding' AND l."amount" = r."amount"
	JOIN "payment_work" w ON w."vendor" = asked."vendor" AND w."id"::text = asked."object" AND w."actor" = r."by"
WHERE u."vendor" = r."vendor" AND u."order" = r."order" AND u."refund" = r."id"
	AND NOT EXISTS (SELECT FROM "ledger_transfers" own WHERE own."vendor" = r."vendor" AND own."id" = 'refund-asked:' || r."id")
	AND NOT EXISTS (SELECT FROM "order_refunds" other WHERE other."vendor" = r."vendor" AND other."order" = r."order" AND other."id"::text = asked."object")
	AND EXISTS (
		SELECT FROM "ledger_transfers" f
			LEFT JOIN "ledger_transfers" given ON f."kind" = 'refund-returned' AND given."vendor" = f."vendor" AND given."id" = 'refund:' || f."object"
		WHERE f."vendor" = asked."vendor" AND f."order" = asked."order"
			AND CASE f."kind" WHEN 'refund-failed' THEN f."resolves" WHEN 'refund-returned' THEN given."resolves" END = asked."id");
