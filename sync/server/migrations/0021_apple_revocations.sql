CREATE TABLE "apple_revocations" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"refresh_token" "bytea" NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "apple_revocations_vendor_id_pk" PRIMARY KEY("vendor","id")
);
